// Forces between bodies, a tile of positions and masses in shared memory at a time.
//% verdict: safe

//@ requires blockDim.x == 64 && n == 64 * gridDim.x && n <= \length(bodies) && n <= \length(forces);
__global__ void forces(const float4 *bodies, float3 *forces, int n) {
    __shared__ float4 tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 mine = bodies[i];
    float3 force = make_float3(0.0f, 0.0f, 0.0f);
    for (int t = 0; t < gridDim.x; t++) {
        tile[threadIdx.x] = bodies[t * 64 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64; k++) {
            float dx = tile[k].x - mine.x, dy = tile[k].y - mine.y, dz = tile[k].z - mine.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float strength = tile[k].w * inverse * inverse * inverse;
            force.x += dx * strength;
            force.y += dy * strength;
            force.z += dz * strength;
        }
        __syncthreads();
    }
    forces[i] = force;
}

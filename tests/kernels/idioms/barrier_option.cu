// A path for each thread: steps with given noise, and a payoff where the price never falls under the barrier.
//% verdict: safe

//@ requires 0 <= steps && 0 <= paths && paths * steps <= \length(noise) && paths <= \length(payoff);
__global__ void price(const float *noise, float *payoff, float start, float drift, float strike, float barrier, int paths,
                      int steps) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths)
        return;
    float price = start;
    bool alive = true;
    for (int s = 0; s < steps; s++) {
        price *= expf(drift + noise[s * paths + p]);
        if (price < barrier) {
            alive = false;
            break;
        }
    }
    payoff[p] = alive ? fmaxf(price - strike, 0.0f) : 0.0f;
}

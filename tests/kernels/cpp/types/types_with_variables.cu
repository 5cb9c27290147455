// Types that are defined together with their variables, at file level, in functions, and as members (CLASS-16).
//% verdict: verified

__constant__ struct Weights {
    float left, right;
} weights;

enum Side { LEFT, RIGHT };

struct Particle {
    struct {
        float x, y;
    } position, velocity;
    enum { RESTING, MOVING } state;
};

//@ requires n <= blockDim.x * gridDim.x && n <= \length(out) && n <= \length(a);
//@ requires weights.left == 2 && weights.right == 3;
//@ ensures \forall j. 0 <= j < n -> out[j] == 2 * a[j] + 3 * (a[j] + 1);
__global__ void weighted(float *out, const float *a, int n) {
    struct {
        float first, second;
    } pair, *where = &pair;
    struct Bounds {
        int low, high;
    } bounds = {0, n};
    enum { NONE, SOME } found = NONE;
    typedef struct {
        int index;
    } Place, *PlaceOf;
    Place place;
    place.index = blockIdx.x * blockDim.x + threadIdx.x;
    PlaceOf at = &place;
    if (bounds.low <= at->index && at->index < bounds.high) found = SOME;
    if (found == SOME) {
        where->first = a[at->index];
        pair.second = pair.first + 1.0f;
        out[place.index] = weights.left * pair.first + weights.right * pair.second;
    }
}

//@ requires n <= blockDim.x * gridDim.x && n <= \length(particles);
//@ ensures \forall j. 0 <= j < n -> particles[j].position.x == \old(particles[j].position.x) + t * \old(particles[j].velocity.x);
//@ ensures \forall j. 0 <= j < n -> particles[j].velocity.x == \old(particles[j].velocity.x);
__global__ void moved(Particle *particles, float t, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    particles[i].position.x += t * particles[i].velocity.x;
    particles[i].state = Particle::MOVING;
}

//@ requires gridDim.x == 1 && blockDim.x == 32 && 32 <= \length(a);
//@ ensures \forall j. 0 <= j < 32 -> a[j] == \old(a[31 - j]);
__global__ void reversed(int *a) {
    __shared__ struct {
        int cells[32];
        int count;
    } memory;
    memory.cells[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = memory.cells[31 - threadIdx.x];
}

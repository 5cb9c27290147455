// What `decltype` makes of a reference, of a name in parentheses, of an element and of a call is not modelled.
//% verdict: unsupported

__global__ void ofReference(float *a, float *b) {
    float &first = a[threadIdx.x];
    decltype(first) second = first;
    second = 1;
    b[threadIdx.x] = first;
}

__global__ void inParentheses(float *a) {
    float x = 0;
    decltype((x)) y = x;
    y = 1;
    a[threadIdx.x] = x;
}

__global__ void ofElement(float *a) {
    decltype(a[0]) y = a[threadIdx.x];
    y = 1;
}

__device__ float &chosen(float *a) { return a[threadIdx.x]; }

__global__ void ofCall(float *a) {
    decltype(chosen(a)) y = chosen(a);
    y = 1;
}

struct View {
    float &first;
};

__global__ void ofReferenceMember(float *a) {
    View view{a[threadIdx.x]};
    decltype(view.first) y = a[threadIdx.x];
    y = 1;
}

__global__ void hidden(float *a) {
    int x = 0;
    a[threadIdx.x] = x;
    {
        float &x = a[threadIdx.x];
        decltype(x) y = x;
        y = 1;
    }
}

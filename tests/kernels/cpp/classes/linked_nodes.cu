// A chain of nodes by index; the pointer member is there but not used.
//% verdict: safe

struct ListNode {
    int value;
    int next;
    ListNode *debugLink;
};

__global__ void chainLength(const ListNode *nodes, int *length, int n, int limit) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int count = 0;
    for (int at = i; at >= 0 && count < limit; at = nodes[at].next) ++count;
    length[i] = count;
}

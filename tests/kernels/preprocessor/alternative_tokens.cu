// Words and digraphs for operators and brackets, and literals of several or of wide characters.
//% verdict: verified
#define BOTH(a, b) ((a) and (b))

//@ ensures \forall j. 0 <= j < gridDim.x * blockDim.x -> o[j] == (n != 3 ? 6 : 9);
__global__ void words(int *o, int n) <%
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = 4 bitor 2;
    if (not BOTH(n not_eq 3, i >= 0) or n == 3) <% v xor_eq 15; %>
    v and_eq compl 0;
    o<:i:> = v;
%>

//@ requires gridDim.x == 1 && blockDim.x == 1;
//@ ensures o[0] == 24930 && o[1] == 97 && o[2] == 1633837924 && o[3] == 1000000 && o[4] == 233;
__global__ void literals(int *o) {
    o[0] = 'ab';
    o[1] = L'a' == U'a' && u8'a' == 'a' ? 'a' : 0;
    o[2] = 'abcd';
    o[3] = 1'000'000;
    o[4] = L'\xe9';
}

// Every launch here has blocks or threads that all write to one cell, and the file says so in ways that are easily overlooked: a
// variable that is assigned in parentheses or by way of a reference, and sizes in y that are changed, chosen, or computed by a
// function.
//% races: racy

extern "C" int atoi(const char *);

__global__ void in_parentheses(int *a) { a[threadIdx.x] = 1; } //~ error: race
__global__ void by_reference(int *a) { a[threadIdx.x] = 1; } //~ error: race
__global__ void of_a_choice(int *a) { a[threadIdx.x] = 1; } //~ error: race
__global__ void of_a_function(int *a) { a[threadIdx.x] = 1; } //~ error: race
__global__ void changed_member(int *a) { a[threadIdx.x] = 1; } //~ error: race
__global__ void of_a_caller(int *a) { a[threadIdx.x] = 1; } //~ error: race

dim3 rows(int n) { return dim3(32, n); }

void launches(int *a, int n, dim3 given)
{
    int blocks = 1;
    (blocks) = 2;
    in_parentheses<<<blocks, 32>>>(a);

    int others = 1;
    int &count = others;
    count++;
    by_reference<<<others, 32>>>(a);

    dim3 chosen = n > 1 ? dim3(32, 2) : dim3(32);
    of_a_choice<<<1, chosen>>>(a);

    of_a_function<<<1, rows(2)>>>(a);

    dim3 grid(1);
    if (n > 2) grid.y = 2;
    changed_member<<<grid, 32>>>(a);

    of_a_caller<<<given, 32>>>(a);
}

int main(int argc, char **argv)
{
    int *a;
    cudaMalloc(&a, 4096);
    launches(a, atoi(argv[1]), dim3(1, atoi(argv[2])));
    return 0;
}

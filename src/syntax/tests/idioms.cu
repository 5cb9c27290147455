// Kernels in the idioms of real code bases, for the parser only.
#include <assert.h>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <stdio.h>

namespace cg = cooperative_groups;
using std::min;

#define BLOCK_SIZE 16
#define IMUL(a, b) __mul24((a), (b))
#define CHECK(call)                                                             \
  do {                                                                          \
    cudaError_t err = (call);                                                   \
    if (err != cudaSuccess) {                                                   \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
      exit(EXIT_FAILURE);                                                       \
    }                                                                           \
  } while (0)

typedef unsigned int uint;
typedef unsigned char uchar;

template <class T>
struct SharedMemory {
  __device__ inline operator T *() {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
  __device__ inline operator const T *() const {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
};

template <>
struct SharedMemory<double> {
  __device__ inline operator double *() {
    extern __shared__ double __smem_d[];
    return (double *)__smem_d;
  }
};

__constant__ float c_Kernel[2 * 8 + 1];
__device__ int g_counter;
texture<float, 2, cudaReadModeElementType> texRef;
static __device__ __constant__ const uint crcTable[4] = {0x00000000u, 0x77073096u, 0xee0e612cU, 0x990951baU};

inline bool isPow2(unsigned int x) { return ((x & (x - 1)) == 0); }

template <int BLOCK>
__global__ void MatrixMulCUDA(float *C, float *A, float *B, int wA, int wB) {
  cg::thread_block cta = cg::this_thread_block();
  int bx = blockIdx.x, by = blockIdx.y;
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int aBegin = wA * BLOCK * by;
  float Csub = 0;
  for (int a = aBegin, b = BLOCK * bx; a <= aBegin + wA - 1; a += BLOCK, b += BLOCK * wB) {
    __shared__ float As[BLOCK][BLOCK];
    __shared__ float Bs[BLOCK][BLOCK + 1];
    As[ty][tx] = A[a + wA * ty + tx];
    Bs[ty][tx] = B[b + wB * ty + tx];
    cg::sync(cta);
#pragma unroll
    for (int k = 0; k < BLOCK; ++k) Csub += As[ty][k] * Bs[k][tx];
    cta.sync();
  }
  C[wB * BLOCK * by + BLOCK * bx + wB * ty + tx] = Csub;
}

template <typename T, unsigned int blockSize, bool nIsPow2>
__global__ void reduce6(T *__restrict__ g_idata, T *__restrict__ g_odata, unsigned int n) {
  cg::thread_block cta = cg::this_thread_block();
  T *sdata = SharedMemory<T>();
  unsigned int tid = threadIdx.x;
  unsigned int gridSize = blockSize * gridDim.x;
  T mySum = 0;
  if (nIsPow2) {
    unsigned int i = blockIdx.x * blockSize * 2 + threadIdx.x;
    gridSize = gridSize << 1;
    while (i < n) {
      mySum += g_idata[i];
      if ((i + blockSize) < n) mySum += g_idata[i + blockSize];
      i += gridSize;
    }
  } else {
    for (unsigned int i = blockIdx.x * blockSize + threadIdx.x; i < n; i += gridSize) mySum += g_idata[i];
  }
  sdata[tid] = mySum;
  cg::sync(cta);
  if ((blockSize >= 512) && (tid < 256)) { sdata[tid] = mySum = mySum + sdata[tid + 256]; }
  cg::sync(cta);
  cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
  if (cta.thread_rank() < 32) {
    if (blockSize >= 64) mySum += sdata[tid + 32];
    for (int offset = tile32.size() / 2; offset > 0; offset /= 2) mySum += tile32.shfl_down(mySum, offset);
  }
  if (cta.thread_rank() == 0) g_odata[blockIdx.x] = mySum;
}

extern "C" __global__ void histogram64Kernel(uint *d_PartialHistograms, const uint4 *d_Data, uint dataCount) {
  const uint threadPos = ((threadIdx.x & ~63) >> 0) | ((threadIdx.x & 15) << 2) | ((threadIdx.x & 48) >> 4);
  __shared__ uchar s_Hist[64 * 64];
  uint *s_WarpHist = (uint *)s_Hist + (threadIdx.x >> 5) * 32;
#pragma unroll 4
  for (uint i = 0; i < (64 / 4); i++) ((uint *)s_Hist)[threadIdx.x + i * 64] = 0;
  __syncthreads();
  for (uint pos = IMUL(blockIdx.x, blockDim.x) + threadIdx.x; pos < dataCount; pos += IMUL(blockDim.x, gridDim.x)) {
    uint4 data = d_Data[pos];
    s_Hist[threadPos + IMUL((data.x >> 2) & 0x3FU, 64)]++;
    atomicAdd(&s_WarpHist[data.y >> 24], 1u);
  }
  if (!threadIdx.x) atomicInc((unsigned int *)&g_counter, gridDim.x);
}

__global__ __launch_bounds__(256, 4) static void convolutionRows(float *d_Dst, const float *d_Src, int imageW, int pitch) {
  __shared__ float s_Data[4][(8 + 2 * 1) * 16];
  const int baseX = (blockIdx.x * 8 - 1) * 16 + threadIdx.x;
  d_Src += blockIdx.y * pitch + baseX;
#pragma unroll
  for (int i = 1; i < 1 + 8; i++) s_Data[threadIdx.y][threadIdx.x + i * 16] = (imageW - baseX > i * 16) ? d_Src[i * 16] : 0;
  __syncthreads();
  float sum = 0;
  for (int j = -8; j <= 8; j++) sum += c_Kernel[8 - j] * s_Data[threadIdx.y][threadIdx.x + 16 + j];
  d_Dst[baseX] = sum * tex2D<float>((cudaTextureObject_t)pitch, 0.5f, (float)baseX + 0.5F);
}

static __device__ float3 bodyBodyInteraction(float3 ai, float4 bi, float4 bj) {
  float3 r;
  r.x = bj.x - bi.x;
  r.y = bj.y - bi.y;
  float distSqr = r.x * r.x + r.y * r.y + 1e-9f;
  float invDist = rsqrtf(distSqr);
  float s = bj.w * invDist * invDist * invDist;
  ai.x += r.x * s, ai.y += r.y * s;
  return ai;
}

template <typename T>
__global__ void integrateBodies(typename vec4<T>::Type *__restrict__ newPos, float4 *vel, unsigned int numBodies, float deltaTime) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= numBodies) { return; }
  float4 position = newPos[index];
  float3 accel = {0.0f, 0.0f, 0.0f};
  for (int tile = 0; tile < gridDim.x; tile++)
    accel = bodyBodyInteraction(accel, position, make_float4(1.f, 2.f, 3.f, static_cast<float>(tile)));
  position.x += accel.x * deltaTime;
  vel[index] = position;
}

__global__ void warpScan(int *data, volatile int *flags, int n, size_t pitch = 0) {
  int lane = threadIdx.x & (warpSize - 1), value = data[threadIdx.x];
  for (int i = 1; i <= 32; i *= 2) {
    unsigned mask = __activemask();
    int other = __shfl_up_sync(mask, value, i, 32);
    if (lane >= i) value += other;
  }
  switch (lane) {
  case 0:
  case 31: {
    int *row = (int *)((char *)data + lane * pitch);
    row[threadIdx.x] = value;
    break;
  }
  default: flags[lane] = value > n ? 1 : 0;
  }
  do { n >>= 1; } while (n > 1 && !flags[n]);
  assert(n >= 0);
  asm volatile("bar.sync 0;");
  auto square = [] __device__(int x) -> int { return x * x; };
  data[0] = square(n);
}

class Timer {
 public:
  explicit Timer(int n) : n_(n) { cudaEventCreate(&start_); }
  virtual ~Timer() {}
  template <typename F> void run(F &&f) { f(); }
  bool operator<(const Timer &other) const { return n_ < other.n_; }

 private:
  int n_ = 0;
  cudaEvent_t start_, stop_;
};

template <class T>
void reduce(int size, int threads, int blocks, T *d_idata, T *d_odata) {
  dim3 dimBlock(threads, 1, 1);
  int smemSize = (threads <= 32) ? 2 * threads * sizeof(T) : threads * sizeof(T);
  switch (threads) {
  case 512: reduce6<T, 512, true><<<blocks, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
  default: reduce6<T, 1, false><<<blocks, dimBlock, smemSize>>>(d_idata, d_odata, size);
  }
}

template void reduce<float>(int, int, int, float *, float *);
template __global__ void MatrixMulCUDA<32>(float *, float *, float *, int, int);

int main(int argc, char **argv) {
  std::vector<float> h(1 << 20, 0.f);
  CHECK(cudaMalloc((void **)&argv, 16));
  cudaStream_t stream = 0;
  MatrixMulCUDA<BLOCK_SIZE><<<dim3(2, 2), dim3(BLOCK_SIZE, BLOCK_SIZE), 0, stream>>>(NULL, NULL, NULL, 1, 2);
  std::sort(h.begin(), h.end(), [](float a, float b) { return a < b; });
  for (auto &x : h) std::cout << x << "\n";
  return EXIT_SUCCESS;
}

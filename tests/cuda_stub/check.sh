#!/usr/bin/env bash
# Says whether each CUDA file given is valid: clang's CUDA mode with the stub headers of this folder.
# Exit status: 0 all are, 77 no clang here, anything else some are not.
set -u
here=$(cd "$(dirname "$0")" && pwd)
clang=${CLANG:-clang}
command -v "$clang" >/dev/null || { echo "no clang here: validity of the CUDA files not checked"; exit 77; }
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
printf '%s\0' "$@" | xargs -0 -P "$jobs" -n 16 "$clang" -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 \
    -nocudainc -nocudalib -fsyntax-only -std=c++17 -Wno-unknown-cuda-version -Wno-uninitialized \
    -Wno-unused-comparison -Wno-unused-value -I "$here" -include cuda_stub.h

#!/usr/bin/env bash
# Says whether each CUDA file given is valid: clang's CUDA mode with the stub headers of this folder.
# Exit status: 0 all are, 1 some are not, 77 no clang here.
set -u
here=$(cd "$(dirname "$0")" && pwd)
clang=${CLANG:-clang}
command -v "$clang" >/dev/null || { echo "no clang here: validity of the CUDA files not checked"; exit 77; }
status=0
for file in "$@"; do
    "$clang" -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib -fsyntax-only -std=c++17 \
        -Wno-unknown-pragmas -Wno-unknown-cuda-version -I "$here" -include cuda_stub.h "$file" || {
        echo "not valid CUDA: $file"
        status=1
    }
done
exit $status

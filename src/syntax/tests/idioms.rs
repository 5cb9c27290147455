//! A file as real code bases have them: everything of the device is read, nothing is complained about.

use super::*;

#[test]
fn a_file_of_real_idioms_is_read() {
    let (file, diagnostics) = parsed(include_str!("idioms.cu"));
    assert_eq!(diagnostics, Vec::<String>::new());
    let mut names = Vec::new();
    for item in &file.items {
        match item {
            Item::Function(function) if function.body.is_some() => {
                assert!(function.unsupported.is_empty(), "{:?}", function.unsupported);
                names.push(function.name.text.as_str());
            }
            Item::Instantiation(instantiation) => names.push(instantiation.name.ident.as_str()),
            _ => {}
        }
    }
    let expected = [
        "MatrixMulCUDA", "reduce6", "histogram64Kernel", "convolutionRows", "bodyBodyInteraction", "integrateBodies",
        "warpScan", "reduce", "MatrixMulCUDA",
    ];
    assert_eq!(names, expected);
    let launches: Vec<&str> = file.launches.iter().map(|launch| launch.name.ident.as_str()).collect();
    assert_eq!(launches, ["reduce6", "reduce6", "MatrixMulCUDA"]);
    let dump = dump::file(&file);
    for part in [
        "(let bx:i32=blockIdx.x by:i32=blockIdx.y)",
        "(let shared Bs:[BLOCK][(+ BLOCK 1)]f32)",
        "#unroll (+= Csub (* As[ty][k] Bs[k][tx])))",
        "(let sdata:*T=(new SharedMemory<T>))",
        "(let tile32:cg::thread_block_tile<32>=(call cg::tiled_partition<32> cta))",
        "(let s_WarpHist:*uint=(+ (cast *uint s_Hist) (* (>> threadIdx.x 5) 32)))",
        "(call tex2D<f32> (cast cudaTextureObject_t pitch) 0.5f (+ (cast f32 baseX) 0.5f))",
        "newPos:restrict *vec4<T>::Type",
        "(let row:*i32=(cast *i32 (+ (cast *i8 data) (* lane pitch))))",
        "(launch reduce6<T,512,true> (config blocks dimBlock smemSize) d_idata d_odata size)",
        "{(call asm.unordered) (call __syncthreads)}",
        "(lambda [",
    ] {
        assert!(dump.contains(part), "{part} in\n{dump}");
    }
}

//! What headers define: collectives of CUB and of cooperative groups, atomic objects, vectors, complex and half numbers, objects of C++.

use super::Each;
use crate::generate::{Draw, fill};
use crate::value::Element;

pub const FAMILIES: &[(&str, fn(&mut Draw) -> String)] = &[
    ("CUB, sum of a block", block_sum),
    ("CUB, sums up to a thread", block_scan),
    ("CUB, sum of a warp", warp_sum),
    ("CUB, sums up to a lane", warp_scan),
    ("tile sum", tile_sum),
    ("tile extreme", tile_extreme),
    ("tile scan", tile_scan),
    ("tile shuffle", tile_shuffle),
    ("block as a group", block_group),
    ("grid barrier", grid_barrier),
    ("atomic object, sum", object_sum),
    ("atomic object, extreme", object_extreme),
    ("atomic object, histogram", object_histogram),
    ("atomic object of a block", object_of_block),
    ("atomic object, tickets", object_tickets),
    ("last of all", last),
    ("standard arrays", standard_array),
    ("standard pairs", standard_pair),
    ("spans", span),
    ("GLM vectors", glm),
    ("helper_math vectors", helper_math),
    ("complex numbers", complex),
    ("half numbers", half),
];

/// Either kind of number that is added up.
fn number(draw: &mut Draw) {
    draw.element = if draw.random.once_in(2) { Element::Int } else { Element::Float };
}

// ── collectives ─────────────────────────────────────────────────────────────────────────────────

/// A kernel with blocks of `$X` threads, which knows `T`, `said` of thread `k` of block `g`, and `code` for its own thread.
fn collective(draw: &mut Draw, sizes: &[&'static str], template: &str, more: &[(&str, &str)]) -> String {
    number(draw);
    let size = draw.pick(sizes);
    let (code, said) = draw.value(&[("a[i]", "a[g * $X + k]"), ("c", "c")]);
    let index = draw.index("i", "x");
    let values = [("T", draw.ty()), ("said", &said), ("code", &code), ("index", &index)];
    let text = fill(template, more);
    fill(&text, &values).replace("$X", size)
}

fn block_sum(draw: &mut Draw) -> String {
    let alias = draw.pick(&["typedef cub::BlockReduce<$T, $X> Reduce;", "using Reduce = cub::BlockReduce<$T, $X>;"]);
    let (valid, last, bound) = draw.one(&[("", "$X - 1", ""), (", m", "m - 1", " && 1 <= m <= $X")]);
    collective(
        draw,
        &["32", "64"],
        "#include <cub/cub.cuh>\n\n\
         //@ requires blockDim.x == $X && \\length(a) == $X * gridDim.x && \\length(out) == gridDim.x$bound;\n\
         //@ ensures \\forall g. 0 <= g < gridDim.x -> out[g] == sum(k, $said, 0, $last);\n\
         __global__ void blockSum(const $T *a, $T *out, $T c, int m) {\n    $alias\n\
         \x20   __shared__ typename Reduce::TempStorage held;\n$index    $T total = Reduce(held).Sum($code$valid);\n\
         \x20   if (threadIdx.x == 0)\n        out[blockIdx.x] = total;\n}\n",
        &[("alias", alias), ("valid", valid), ("last", last), ("bound", bound)],
    )
}

fn block_scan(draw: &mut Draw) -> String {
    let (name, last) = draw.one(&[("ExclusiveSum", "t - 1"), ("InclusiveSum", "t")]);
    collective(
        draw,
        &["32", "64", "128"],
        "#include <cub/cub.cuh>\n\n\
         //@ requires blockDim.x == $X && \\length(a) == $X * gridDim.x && \\length(out) == $X * gridDim.x;\n\
         //@ ensures \\forall g, t. 0 <= g < gridDim.x && 0 <= t < $X -> out[g * $X + t] == sum(k, $said, 0, $last);\n\
         __global__ void blockScan(const $T *a, $T *out, $T c) {\n    typedef cub::BlockScan<$T, $X> Scan;\n\
         \x20   __shared__ typename Scan::TempStorage held;\n$index    $T result;\n    Scan(held).$name($code, result);\n\
         \x20   out[i] = result;\n}\n",
        &[("name", name), ("last", last)],
    )
}

fn warp_sum(draw: &mut Draw) -> String {
    let (valid, last, bound) = draw.one(&[("", "31", ""), (", m", "m - 1", " && 1 <= m <= 32")]);
    collective(
        draw,
        &["32"],
        "#include <cub/cub.cuh>\n\n\
         //@ requires blockDim.x == $X && \\length(a) == $X * gridDim.x && \\length(out) == gridDim.x$bound;\n\
         //@ ensures \\forall g. 0 <= g < gridDim.x -> out[g] == sum(k, $said, 0, $last);\n\
         __global__ void warpSum(const $T *a, $T *out, $T c, int m) {\n    typedef cub::WarpReduce<$T> Reduce;\n\
         \x20   __shared__ typename Reduce::TempStorage held;\n$index    $T total = Reduce(held).Sum($code$valid);\n\
         \x20   if (threadIdx.x == 0)\n        out[blockIdx.x] = total;\n}\n",
        &[("valid", valid), ("last", last), ("bound", bound)],
    )
}

fn warp_scan(draw: &mut Draw) -> String {
    let (name, last) = draw.one(&[("ExclusiveSum", "t - 1"), ("InclusiveSum", "t")]);
    collective(
        draw,
        &["32"],
        "#include <cub/cub.cuh>\n\n\
         //@ requires blockDim.x == $X && \\length(a) == $X * gridDim.x && \\length(out) == $X * gridDim.x;\n\
         //@ ensures \\forall g, t. 0 <= g < gridDim.x && 0 <= t < $X -> out[g * $X + t] == sum(k, $said, 0, $last);\n\
         __global__ void warpScan(const $T *a, $T *out, $T c) {\n\
         \x20   __shared__ typename cub::WarpScan<$T>::TempStorage held;\n$index    $T result;\n\
         \x20   cub::WarpScan<$T>(held).$name($code, result);\n    out[i] = result;\n}\n",
        &[("name", name), ("last", last)],
    )
}

const GROUPS: &str = "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n\
                      #include <cooperative_groups/scan.h>\nnamespace cg = cooperative_groups;\n\n";

/// Tiles of `X` threads, with groups of them in each block.
fn tiles(draw: &mut Draw, template: &str, more: &[(&str, &str)]) -> String {
    let count = draw.pick(&["32", "64", "128"]);
    let take = draw.pick(&[
        "auto tile = cg::tiled_partition<$X>(cg::this_thread_block());",
        "cg::thread_block block = cg::this_thread_block();\n    cg::thread_block_tile<$X> tile = cg::tiled_partition<$X>(block);",
    ]);
    let values = [more, &[("count", count), ("take", take)]].concat();
    collective(draw, &["8", "16", "32"], &format!("{GROUPS}{template}"), &values)
}

fn tile_sum(draw: &mut Draw) -> String {
    let (length, ensures, store) = draw.one(&[
        (
            "$count / $X * gridDim.x",
            "\\forall g. 0 <= g < $count / $X * gridDim.x -> out[g] == sum(k, $said, 0, $X - 1)",
            "if (tile.thread_rank() == 0)\n        out[i / $X] = all;",
        ),
        (
            "$count * gridDim.x",
            "\\forall g, t. 0 <= g < $count / $X * gridDim.x && 0 <= t < $X -> out[g * $X + t] == sum(k, $said, 0, $X - 1)",
            "out[i] = all;",
        ),
    ]);
    let template = "//@ requires blockDim.x == $count && \\length(a) == $count * gridDim.x && \\length(out) == $length;\n\
                    //@ ensures $ensures;\n\
                    __global__ void tileSum(const $T *a, $T *out, $T c) {\n    $take\n$index\
                    \x20   $T all = cg::reduce(tile, $code, cg::plus<$T>());\n    $store\n}\n";
    let template = fill(template, &[("length", length), ("ensures", ensures), ("store", store)]);
    tiles(draw, &template, &[])
}

fn tile_extreme(draw: &mut Draw) -> String {
    let (name, op, fold) = draw.one(&[("less", "<=", "min_over"), ("greater", ">=", "max_over")]);
    let values = [("name", name), ("op", op), ("fold", fold), ("groups", GROUPS)];
    collective(
        draw,
        &["8", "16", "32"],
        "$groups//@ requires blockDim.x == $X && \\length(a) == $X * gridDim.x && \\length(out) == gridDim.x;\n\
         //@ ensures \\forall g, k. 0 <= g < gridDim.x && 0 <= k < $X -> out[g] $op a[g * $X + k];\n\
         //@ ensures \\forall g. 0 <= g < gridDim.x -> out[g] == $fold(k, a[g * $X + k], 0, $X - 1);\n\
         __global__ void tileExtreme(const $T *a, $T *out) {\n\
         \x20   auto tile = cg::tiled_partition<$X>(cg::this_thread_block());\n$index\
         \x20   $T most = cg::reduce(tile, a[i], cg::$name<$T>());\n\
         \x20   if (tile.thread_rank() == 0)\n        out[blockIdx.x] = most;\n}\n",
        &values,
    )
}

fn tile_scan(draw: &mut Draw) -> String {
    let (name, last) = draw.one(&[("exclusive_scan", "t - 1"), ("inclusive_scan", "t")]);
    let by = draw.pick(&["", ", cg::plus<$T>()"]);
    tiles(
        draw,
        "//@ requires blockDim.x == $count && \\length(a) == $count * gridDim.x && \\length(out) == $count * gridDim.x;\n\
         //@ ensures \\forall g, t. 0 <= g < $count / $X * gridDim.x && 0 <= t < $X -> out[g * $X + t] == sum(k, $said, 0, $last);\n\
         __global__ void tileScan(const $T *a, $T *out, $T c) {\n    $take\n$index\
         \x20   out[i] = cg::$name(tile, $code$by);\n}\n",
        &[("name", name), ("last", last), ("by", by)],
    )
}

fn tile_shuffle(draw: &mut Draw) -> String {
    let (call, from) = draw.one(&[
        ("shfl(own, 0)", "0"),
        ("shfl(own, 5)", "5"),
        ("shfl_xor(own, 2)", "(t / 2 % 2 == 0 ? t + 2 : t - 2)"),
        ("shfl_down(own, 1)", "(t < $X - 1 ? t + 1 : t)"),
        ("shfl_up(own, 3)", "(t < 3 ? t : t - 3)"),
    ]);
    number(draw);
    let text = tiles(
        draw,
        "//@ requires blockDim.x == $count && \\length(a) == $count * gridDim.x && \\length(out) == $count * gridDim.x;\n\
         //@ ensures \\forall g, t. 0 <= g < $count / $X * gridDim.x && 0 <= t < $X -> out[g * $X + t] == $said;\n\
         __global__ void tileShuffle(const $T *a, $T *out, $T c) {\n    $take\n$index    $T own = $code;\n\
         \x20   out[i] = tile.$call;\n}\n",
        &[("call", call)],
    );
    let size = text.split("tiled_partition<").nth(1).and_then(|rest| rest.split('>').next()).expect("it has tiles");
    let from = from.replace("$X", size);
    text.replace(" + k]", &format!(" + {from}]"))
}

/// The block's handle in place of the built-in variables.
fn block_group(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("s[k]", "a[g * blockDim.x + (t + 1) % blockDim.x]"), ("c", "c")]);
    let (rank, sync) = (
        draw.pick(&["block.thread_rank()", "block.thread_index().x"]),
        draw.pick(&["block.sync()", "cg::sync(block)", "__syncthreads()"]),
    );
    let first = draw.pick(&[
        "block.group_index().x * block.size()",
        "blockIdx.x * blockDim.x",
        "block.group_index().x * block.num_threads()",
    ]);
    fill(
        "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n\n\
         //@ requires \\length(a) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x && \\length(s) == blockDim.x;\n\
         //@ ensures \\forall g, t. 0 <= g < gridDim.x && 0 <= t < blockDim.x -> out[g * blockDim.x + t] == $said;\n\
         __global__ void blockGroup(const $T *a, $T *out, $T c) {\n    extern __shared__ $T s[];\n\
         \x20   cg::thread_block block = cg::this_thread_block();\n    unsigned rank = $rank;\n    unsigned first = $first;\n\
         \x20   s[rank] = a[first + rank];\n    $sync;\n    unsigned k = (rank + 1) % block.size();\n    out[first + rank] = $code;\n}\n",
        &[("T", draw.ty()), ("said", &said), ("rank", rank), ("sync", sync), ("first", first), ("code", &code)],
    )
}

fn grid_barrier(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[i]", "a[$from]"), ("c", "c")]);
    let (own, from) = draw.one(&[("n - 1 - i", "(n - 1 - j)"), ("(i + 1) % n", "((j + 1) % n)")]);
    let index = draw.index("i", "x");
    let index = if draw.random.once_in(2) { index } else { "    int i = grid.thread_rank();\n".to_owned() };
    let sync = draw.pick(&["grid.sync()", "cg::sync(grid)", "cg::this_grid().sync()"]);
    fill(
        "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n\n\
         //@ requires n == blockDim.x * gridDim.x && \\length(a) == n && \\length(between) == n && \\length(out) == n;\n\
         //@ ensures \\forall j. 0 <= j < n -> out[j] == $said;\n\
         __global__ void gridBarrier(const $T *a, $T *between, $T *out, $T c, int n) {\n\
         \x20   cg::grid_group grid = cg::this_grid();\n$index    between[i] = $code;\n    $sync;\n    out[i] = between[$own];\n}\n",
        &[
            ("T", draw.ty()),
            ("said", &said.replace("$from", from)),
            ("index", &index),
            ("code", &code),
            ("sync", sync),
            ("own", own),
        ],
    )
}

// ── atomic objects ──────────────────────────────────────────────────────────────────────────────

const ATOMIC: &str = "#include <cuda/atomic>\n\n";

/// The order of an addition, with a comma before it; with none it is sequential consistency.
fn order(draw: &mut Draw) -> &'static str {
    draw.pick(&[
        "", ", cuda::memory_order_relaxed", ", cuda::memory_order_acquire", ", cuda::memory_order_release",
        ", cuda::std::memory_order_acq_rel", ", cuda::memory_order_seq_cst",
    ])
}

fn scope(draw: &mut Draw) -> &'static str {
    draw.pick(&[", cuda::thread_scope_device", ", cuda::thread_scope_system", ""])
}

fn object_sum(draw: &mut Draw) -> String {
    draw.element = Element::Int;
    let (code, said) = draw.value(&[("a[i]", "a[k]"), ("c", "c")]);
    let (scope, order) = (scope(draw), order(draw));
    let (add, sign) = draw.one(&[
        ("sum.fetch_add($code$order);", "+"),
        ("sum.fetch_sub($code$order);", "-"),
        ("sum += $code;", "+"),
        ("__threadfence();\nsum.fetch_add($code$order);", "+"),
    ]);
    let add = fill(add, &[("code", &code), ("order", order)]);
    let text = Each {
        before: ATOMIC,
        arrays: &["const int *a", "int *total: 1"],
        others: ", int c",
        ensures: "$sum",
        body: &format!("cuda::atomic_ref<int{scope}> sum(*total);\n{add}"),
        ..Each::default()
    }
    .program(draw);
    let all = format!("total[0] == \\old(total[0]) {sign} sum(k, {said}, 0, n - 1)");
    text.replace("\\forall j. 0 <= j < n -> $sum", &all)
}

fn object_extreme(draw: &mut Draw) -> String {
    draw.element = Element::Int;
    let (code, said) = draw.value(&[("a[i]", "a[j]"), ("c", "c")]);
    let (scope, order) = (scope(draw), order(draw));
    let (name, op) = draw.one(&[("fetch_max", ">="), ("fetch_min", "<=")]);
    Each {
        before: ATOMIC,
        arrays: &["const int *a", "int *best: 1"],
        others: ", int c",
        ensures: &format!("best[0] {op} {said}"),
        body: &format!("cuda::atomic_ref<int{scope}>(*best).{name}({code}{order});"),
        ..Each::default()
    }
    .program(draw)
}

fn object_histogram(draw: &mut Draw) -> String {
    let (scope, order) = (scope(draw), order(draw));
    let (add, by) = draw.one(&[("fetch_add(1$order)", ""), ("fetch_add(2$order)", "2 * "), ("operator++()", "")]);
    let add = add.replace("$order", order);
    let add = if add.starts_with("operator") { "bins[a[i]]++".to_owned() } else { format!("bins[a[i]].{add}") };
    let index = draw.index("i", "x");
    let body = draw.guarded("i < n", "i >= n", &format!("    {add};\n"));
    fill(
        "#include <cuda/atomic>\n\n\
         //@ requires 0 <= n <= blockDim.x * gridDim.x && \\length(a) == n && \\length(bins) == nb && \\forall k. 0 <= k < n -> 0 <= a[k] < nb;\n\
         //@ ensures \\forall u. 0 <= u < nb -> bins[u].value == \\old(bins[u].value) + $bycount(k, a[k] == u, 0, n - 1);\n\
         __global__ void objects(const int *a, cuda::atomic<int$scope> *bins, int n, int nb) {\n$index$body}\n",
        &[("by", by), ("scope", scope), ("index", &index), ("body", &body)],
    )
}

fn object_of_block(draw: &mut Draw) -> String {
    draw.element = Element::Int;
    let (code, said) = draw.value(&[("a[i]", "a[g * blockDim.x + k]"), ("c", "c")]);
    let scope = draw.pick(&["block", "device"]);
    let (order, index) = (order(draw), draw.index("i", "x"));
    fill(
        "#include <cuda/atomic>\n\n\
         //@ requires \\length(a) == blockDim.x * gridDim.x && \\length(out) == gridDim.x;\n\
         //@ ensures \\forall g. 0 <= g < gridDim.x -> out[g] == sum(k, $said, 0, blockDim.x - 1);\n\
         __global__ void ofBlock(const int *a, int *out, int c) {\n    __shared__ cuda::atomic<int, cuda::thread_scope_$scope> total;\n\
         $index    if (threadIdx.x == 0)\n        total.value = 0;\n    __syncthreads();\n    total.fetch_add($code$order);\n\
         \x20   __syncthreads();\n    if (threadIdx.x == 0)\n        out[blockIdx.x] = total.value;\n}\n",
        &[("said", &said), ("scope", scope), ("index", &index), ("code", &code), ("order", order)],
    )
}

/// What many threads hand on to each other takes long to run.
fn object_tickets(draw: &mut Draw) -> String {
    let (code, _) = draw.value(&[("a[i]", "a[i]"), ("c", "c")]);
    let (scope, order, index) = (scope(draw), order(draw), draw.index("i", "x"));
    fill(
        "#include <cuda/atomic>\n\n\
         //@ requires \\length(a) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x && next[0] == 0;\n\
         //@ requires blockDim.x * gridDim.x <= 256;\n\
         //@ ensures next[0] == blockDim.x * gridDim.x;\n\
         __global__ void tickets(const $T *a, $T *out, unsigned *next, $T c) {\n$index\
         \x20   cuda::atomic_ref<unsigned$scope> taken(*next);\n    unsigned at = taken.fetch_add(1$order);\n    out[at] = $code;\n}\n",
        &[("T", draw.ty()), ("index", &index), ("scope", scope), ("order", order), ("code", &code)],
    )
}

/// The leaders of blocks store, fence and count; one of them learns that it is the last.
fn last(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("a[blockIdx.x]", "a[g]"), ("c", "c")]);
    let count = draw.pick(&[
        "    __threadfence();\n        unsigned before = atomicAdd(count, 1u);",
        "    cuda::atomic_ref<unsigned, cuda::thread_scope_device> all(*count);\n        unsigned before = all.fetch_add(1u, cuda::memory_order_acq_rel);",
        "    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);\n        unsigned before = atomicAdd(count, 1u);",
    ]);
    fill(
        "#include <cuda/atomic>\n\n\
         //@ requires \\length(a) == gridDim.x && \\length(part) == gridDim.x && \\length(last) == gridDim.x && count[0] == 0;\n\
         //@ ensures count[0] == gridDim.x;\n\
         //@ ensures \\forall g. 0 <= g < gridDim.x -> part[g] == $said && 0 <= last[g] <= 1;\n\
         __global__ void lastOfAll(const $T *a, $T *part, int *last, unsigned *count, $T c) {\n    if (threadIdx.x == 0) {\n\
         \x20       part[blockIdx.x] = $code;\n    $count\n        last[blockIdx.x] = before == gridDim.x - 1;\n    }\n}\n",
        &[("T", draw.ty()), ("said", &said), ("code", &code), ("count", count)],
    )
}

// ── objects ─────────────────────────────────────────────────────────────────────────────────────

fn standard_array(draw: &mut Draw) -> String {
    let (header, name) = draw.one(&[("array", "std::array"), ("cuda/std/array", "cuda::std::array")]);
    let ty = draw.ty();
    let (code, said) = draw.value(&[("by[k]", "$by"), ("c", "c")]);
    let weights = ["2", "3", "5"];
    let parts: Vec<String> = weights
        .iter()
        .enumerate()
        .map(|(k, weight)| {
            format!(
                "({}) * a[j].held[{k}]",
                said.replace(
                    "$by",
                    &draw.element.literal(weight.parse().expect("a number"), crate::value::Dialect::Contract)
                )
            )
        })
        .collect();
    let last = draw.pick(&["all[2]", "all.back()", "all[all.size() - 1]"]);
    Each {
            before: &format!("#include <{header}>\n\n"),
            arrays: &[&format!("{ty} *out"), &format!("{ty} *rest")],
            others: &format!(", const {name}<{ty}, 3> *a, {ty} c"),
            ensures: &format!("out[j] == {}\nrest[j] == a[j].held[2] - a[j].held[0]", parts.join(" + ")),
            body: &format!(
                "{name}<{ty}, 3> by = {{{}}};\n{name}<{ty}, 3> all = a[i];\n{ty} sum = 0;\n\
                 for (int k = 0; k < 3; ++k)\n    sum += {code} * all[k];\nout[i] = sum;\nrest[i] = {last} - all.front();",
                weights.join(", ")
            ),
            ..Each::default() }
    .program(draw)
}

fn standard_pair(draw: &mut Draw) -> String {
    let (header, name) = draw.one(&[("utility", "std"), ("thrust/pair.h", "thrust")]);
    let make =
        draw.pick(&["$N::make_pair(a, b) : $N::make_pair(b, a)", "$N::pair<$T, $T>(a, b) : $N::pair<$T, $T>(b, a)"]);
    let (op, low, high) = draw.one(&[("<", "min", "max"), (">", "max", "min")]);
    let ty = draw.ty();
    let before = "#include <$H>\n\n__device__ $N::pair<$T, $T> ordered($T a, $T b) { return a $op b ? $make; }\n\n";
    Each {
        before: &fill(before, &[("H", header), ("make", make), ("op", op)]).replace("$N", name).replace("$T", ty),
        arrays: &[&format!("{ty} *a"), &format!("{ty} *b")],
        ensures: &format!("a[j] == \\{low}(\\old(a[j]), \\old(b[j]))\nb[j] == \\{high}(\\old(a[j]), \\old(b[j]))"),
        body: &format!("{name}::pair<{ty}, {ty}> both = ordered(a[i], b[i]);\na[i] = both.first;\nb[i] = both.second;"),
        ..Each::default()
    }
    .program(draw)
}

fn span(draw: &mut Draw) -> String {
    let (code, said) = draw.value(&[("in[i]", "in.data_[j]"), ("c", "c")]);
    let (part, said_part) = draw.value(&[("in[i]", "in.data_[g * blockDim.x + blockDim.x - 1 - t]"), ("c", "c")]);
    let index = draw.index("i", "x");
    let body = draw.guarded("i < in.size()", "i >= in.size()", &format!("    out[i] = {code};\n"));
    match draw.random.once_in(2) {
        true => fill(
            "#include <span>\n\n\
             //@ requires in.size_ == out.size_ && \\length(in.data_) == in.size_ && \\length(out.data_) == out.size_;\n\
             //@ requires in.size_ <= blockDim.x * gridDim.x;\n\
             //@ ensures \\forall j. 0 <= j < in.size_ -> out.data_[j] == $said;\n\
             __global__ void spans(std::span<const $T> in, std::span<$T> out, $T c) {\n$index$body}\n",
            &[("T", draw.ty()), ("said", &said), ("index", &index.replace("int i", "unsigned i")), ("body", &body)],
        ),
        false => fill(
            "#include <span>\n\n\
             //@ requires in.size_ == blockDim.x * gridDim.x && \\length(in.data_) == in.size_ && \\length(out) == blockDim.x * gridDim.x;\n\
             //@ ensures \\forall g, t. 0 <= g < gridDim.x && 0 <= t < blockDim.x -> out[g * blockDim.x + t] == $said;\n\
             __global__ void parts(std::span<const $T> in, $T *out, $T c) {\n$index\
             \x20   std::span<$T> all(out, blockDim.x * gridDim.x);\n\
             \x20   std::span<$T> mine = all.subspan(blockIdx.x * blockDim.x, blockDim.x);\n\
             \x20   mine[mine.size() - 1 - threadIdx.x] = $part;\n}\n",
            &[("T", draw.ty()), ("said", &said_part), ("index", &index), ("part", &part)],
        ),
    }
}

/// An expression over two vectors of three components and a scalar `c`, and its component `$d`.
fn componentwise(draw: &mut Draw) -> (String, String) {
    let (code, said) = draw.one(&[
        ("a[i] + c * b[i]", "a[j].$d + c * b[j].$d"),
        ("(a[i] - b[i]) * c", "(a[j].$d - b[j].$d) * c"),
        ("a[i] * b[i] - a[i]", "a[j].$d * b[j].$d - a[j].$d"),
        ("c * (a[i] + b[i]) + b[i]", "c * (a[j].$d + b[j].$d) + b[j].$d"),
        ("-a[i] + b[i]", "b[j].$d - a[j].$d"),
    ]);
    let said: Vec<String> = COMPONENTS.iter().map(|d| format!("out[j].{d} == {}", said.replace("$d", d))).collect();
    (format!("out[i] = {code};"), said.join("\n"))
}

const COMPONENTS: &[&str] = &["x", "y", "z"];

/// Vectors of three floats by a header; what else it says of them is a number.
fn of_vectors(draw: &mut Draw, header: &str, vector: &str, space: &str) -> String {
    let (dot, others) = ("a[j].x * b[j].x + a[j].y * b[j].y + a[j].z * b[j].z", ", float c");
    let cross = "out[j].x == a[j].y * b[j].z - a[j].z * b[j].y\nout[j].y == a[j].z * b[j].x - a[j].x * b[j].z\n\
                 out[j].z == a[j].x * b[j].y - a[j].y * b[j].x";
    let (held, body, said) = match draw.random.below(4) {
        0 => ("float", format!("out[i] = {space}dot(a[i], b[i]) - c;"), format!("out[j] == {dot} - c")),
        1 => (vector, format!("{vector} p = a[i];\nout[i] = {space}cross(p, b[i]);"), cross.to_owned()),
        _ => {
            let (body, said) = componentwise(draw);
            (vector, body, said)
        }
    };
    Each {
        before: &format!("#include <{header}>\n\n"),
        arrays: &[&format!("const {vector} *a"), &format!("const {vector} *b"), &format!("{held} *out")],
        others,
        ensures: &said,
        body: &body,
        ..Each::default()
    }
    .program(draw)
}

fn glm(draw: &mut Draw) -> String {
    of_vectors(draw, "glm/glm.hpp", "glm::vec3", "glm::")
}

fn helper_math(draw: &mut Draw) -> String {
    of_vectors(draw, "helper_math.h", "float3", "")
}

fn complex(draw: &mut Draw) -> String {
    let (header, ty, re, im, product, sum) = draw.one(&[
        ("cuComplex.h", "cuFloatComplex", "x", "y", "cuCmulf(a[i], b[i])", "cuCaddf(a[i], b[i])"),
        ("cuComplex.h", "cuDoubleComplex", "x", "y", "cuCmul(a[i], b[i])", "cuCadd(a[i], b[i])"),
        ("complex", "std::complex<float>", "real_", "imag_", "a[i] * b[i]", "a[i] + b[i]"),
        ("thrust/complex.h", "thrust::complex<double>", "real_", "imag_", "a[i] * b[i]", "a[i] + b[i]"),
        ("cuda/std/complex", "cuda::std::complex<float>", "real_", "imag_", "b[i] * a[i]", "b[i] + a[i]"),
    ]);
    let (code, said) = draw.one(&[
        (
            product,
            "out[j].$x == a[j].$x * b[j].$x - a[j].$y * b[j].$y\nout[j].$y == a[j].$x * b[j].$y + a[j].$y * b[j].$x",
        ),
        (sum, "out[j].$x == a[j].$x + b[j].$x\nout[j].$y == a[j].$y + b[j].$y"),
    ]);
    Each {
        before: &format!("#include <{header}>\n\n"),
        arrays: &[&format!("const {ty} *a"), &format!("const {ty} *b"), &format!("{ty} *out")],
        ensures: &fill(said, &[("x", re), ("y", im)]),
        body: &format!("out[i] = {code};"),
        ..Each::default()
    }
    .program(draw)
}

fn half(draw: &mut Draw) -> String {
    let (ty, body, said) = draw.one(&[
        ("half", "out[i] = __hadd(__hmul(c, a[i]), out[i]);", "out[j] == c * a[j] + \\old(out[j])"),
        ("half", "out[i] = __hfma(c, a[i], out[i]);", "out[j] == c * a[j] + \\old(out[j])"),
        ("half", "out[i] = a[i] * out[i] - c;", "out[j] == a[j] * \\old(out[j]) - c"),
        ("half", "float v = __half2float(a[i]);\nout[i] = __float2half(v * 2.0f);", "out[j] == a[j] * 2"),
        ("half2", "out[i] = __hfma2(__half2half2(c), a[i], out[i]);", "out[j].x == c * a[j].x + \\old(out[j].x)\nout[j].y == c * a[j].y + \\old(out[j].y)"),
        ("half2", "half2 v = a[i] + out[i];\nout[i] = v - a[i] * a[i];", "out[j].x == a[j].x + \\old(out[j].x) - a[j].x * a[j].x\nout[j].y == a[j].y + \\old(out[j].y) - a[j].y * a[j].y"),
        ("half2", "out[i] = __lowhigh2highlow(a[i]);", "out[j].x == a[j].y\nout[j].y == a[j].x"),
    ]);
    Each {
        before: "#include <cuda_fp16.h>\n\n",
        arrays: &[&format!("const {ty} *a"), &format!("{ty} *out")],
        others: ", half c",
        ensures: said,
        body,
        ..Each::default()
    }
    .program(draw)
}

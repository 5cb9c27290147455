//! A counterexample as a host program (`--emit-host`): it makes the launch on a GPU and prints what is in memory then.

use std::fmt::Write;

use num_traits::Signed;

use crate::interp::setup::decimal_text;
use crate::interp::{Contents, Scalar, Setup, Touch};
use crate::kernel::ir::{Array, Kernel, Local, LocalRole, Space};

/// What the program needs of a kernel, beside the launch.
struct Parts<'k> {
    /// Parameters in the order of the source.
    parameters: Vec<(u32, Parameter<'k>)>,
    /// Variables of the file.
    globals: Vec<(&'k str, Parameter<'k>)>,
    /// Bytes of dynamic shared memory, as an expression.
    shared: String,
    /// As behind `<`: arguments that the launch gives to parameters of a template.
    template: Vec<String>,
}

enum Parameter<'k> {
    Value(&'k Scalar),
    Array(&'k str, &'k Contents),
}

/// The text of the program: `path` is that of the kernel's file, `said` what goes wrong.
///
/// # Errors
///
/// In words, where a program cannot be written of the kernel's parameters.
pub fn text((kernel, setup): (&Kernel, &Setup), touches: &[Touch], path: &str, said: &str) -> Result<String, String> {
    if path == "-" || path.contains(['"', '\\', '\n']) {
        return Err(format!("no include names `{path}`"));
    }
    // Cells that nobody gave, and that are touched all the same.
    let reach = |name: &str| {
        let own = touches.iter().filter(|touch| touch.array == name);
        own.map(|touch| u64::try_from(touch.index).map_or(0, |index| index + 1)).max().unwrap_or(0)
    };
    let is_bounded = |name: &str| kernel.arrays.iter().any(|array| array.name == name && array.length_used);
    let Parts { parameters, globals, shared, template } = parts(kernel, setup)?;
    let name = match template.is_empty() {
        true => kernel.name.clone(),
        false => format!("{}<{}>", kernel.name, template.join(", ")),
    };
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text = format!(
        "{MARK}\n// {}\n// nvcc -o launch FILE && ./launch; compute-sanitizer ./launch shows accesses out of bounds, with --tool racecheck\n// races in shared memory, with --tool synccheck barriers that diverge.\n",
        one_line(said)
    );
    text.push_str(BEGIN);
    let _ = write!(text, "#define main main_of_the_program\n{}\n#undef main\n\n{SUPPORT}", include(path));
    let _ = writeln!(text, "int main() {{\n    using Kernel = decltype(&{name});");
    for (name, global) in &globals {
        match global {
            Parameter::Value(value) => {
                let _ = writeln!(
                    text,
                    "    const std::remove_cv_t<decltype({name})> value_{name} = {};\n    check(cudaMemcpyToSymbol({name}, &value_{name}, sizeof value_{name}));",
                    literal(value)?
                );
            }
            Parameter::Array(_, contents) => {
                let _ = writeln!(
                    text,
                    "    std::remove_cv_t<decltype({name})> value_{name} = {{{}}};\n    check(cudaMemcpyToSymbol({name}, &value_{name}, sizeof value_{name}));",
                    cells(contents)?
                );
            }
        }
    }
    let mut arguments = Vec::new();
    for (at, (_, parameter)) in parameters.iter().enumerate() {
        match parameter {
            Parameter::Value(value) => arguments.push(format!("(Parameter<Kernel, {at}>)({})", literal(value)?)),
            Parameter::Array(_, contents) if contents.null => arguments.push("nullptr".to_owned()),
            Parameter::Array(name, contents) => {
                let _ = writeln!(
                    text,
                    "    Memory<Element<Kernel, {at}>> {name}_memory({}, {{{}}});",
                    if is_bounded(name) {
                        contents.length.max(contents.cells.len() as u64)
                    } else {
                        contents.length.max(contents.cells.len() as u64).max(reach(name))
                    },
                    cells(contents)?
                );
                arguments.push(format!("{name}_memory.device"));
            }
        }
    }
    let sizes = |[x, y, z]: [u64; 3]| format!("dim3({x}, {y}, {z})");
    let _ = writeln!(
        text,
        "    {name}<<<{}, {}, {shared}>>>({});\n    check(cudaGetLastError());\n    check(cudaDeviceSynchronize());",
        sizes(setup.grid),
        sizes(setup.block),
        arguments.join(", ")
    );
    for (_, parameter) in &parameters {
        if let Parameter::Array(name, Contents { null: false, .. }) = parameter {
            let _ = writeln!(text, "    {name}_memory.print(\"{name}\");");
        }
    }
    let _ = writeln!(text, "    printf(\"%s\\n\", {:?});\n    return 0;\n}}", one_line(said));
    Ok(text)
}

/// The line that names the kernel's file.
pub fn include(path: &str) -> String {
    format!("#include \"{path}\"")
}

/// The first line of every program.
pub const MARK: &str = "// Written by gpuhoare.";

const BEGIN: &str = "#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n#include <tuple>\n#include <type_traits>\n#include <vector>\n\n";

const SUPPORT: &str = "\
static void check(cudaError_t error) {
    if (error != cudaSuccess) {
        printf(\"%s\\n\", cudaGetErrorString(error));
        exit(1);
    }
}

template <class Function> struct Parameters;
template <class... All> struct Parameters<void (*)(All...)> {
    using Tuple = std::tuple<All...>;
};
template <class Kernel, int at> using Parameter =
    std::remove_cv_t<std::tuple_element_t<at, typename Parameters<Kernel>::Tuple>>;
template <class Kernel, int at> using Element = std::remove_cv_t<std::remove_pointer_t<Parameter<Kernel, at>>>;

/// An array on the device, and what it holds.
template <class T> struct Memory {
    T *host, *device;
    size_t length;

    Memory(size_t length, const std::vector<T> &cells) : host(new T[length + 1]()), device(nullptr), length(length) {
        for (size_t i = 0; i < cells.size(); i++) host[i] = cells[i];
        check(cudaMalloc(&device, length * sizeof(T)));
        check(cudaMemcpy(device, host, length * sizeof(T), cudaMemcpyHostToDevice));
    }

    void print(const char *name) {
        check(cudaMemcpy(host, device, length * sizeof(T), cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < length; i++) printf(\"%s[%zu] = %.17g\\n\", name, i, (double)host[i]);
    }
};

";

fn parts<'k>(kernel: &'k Kernel, setup: &'k Setup) -> Result<Parts<'k>, String> {
    let is_plain = |name: &str| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let not_plain = |name: &str| {
        Err(format!("`{name}` is a part of a structure or a pointer in memory, and no program is written of these"))
    };
    let mut parts = Parts { parameters: Vec::new(), globals: Vec::new(), shared: "0".to_owned(), template: Vec::new() };
    for (id, value) in &setup.scalars {
        let Local { name, role, span, .. } = &kernel.locals[id.index()];
        match role {
            LocalRole::Param | LocalRole::Global if !is_plain(name) => return not_plain(name),
            LocalRole::Param => parts.parameters.push((span.lo, Parameter::Value(value))),
            LocalRole::Global => parts.globals.push((name, Parameter::Value(value))),
            LocalRole::Template => parts.template.push(literal(value)?),
            LocalRole::Ghost | LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque => {}
        }
    }
    for (id, contents) in &setup.arrays {
        let Array { name, space, span, .. } = &kernel.arrays[id.index()];
        let is_parameter = kernel.span.file == span.file && (kernel.span.lo..kernel.span.hi).contains(&span.lo);
        match space {
            Space::Global | Space::Constant if !is_plain(name) => return not_plain(name),
            Space::Global | Space::Constant if is_parameter => {
                parts.parameters.push((span.lo, Parameter::Array(name, contents)));
            }
            Space::Global | Space::Constant => parts.globals.push((name, Parameter::Array(name, contents))),
            // As many bytes as the widest elements take.
            Space::Shared => parts.shared = format!("{}", 8 * contents.length.max(contents.cells.len() as u64)),
            Space::Surface => return Err(format!("`{name}` is a surface")),
            Space::Private | Space::Ghost => {}
        }
    }
    parts.parameters.sort_by_key(|(at, _)| *at);
    Ok(parts)
}

fn cells(contents: &Contents) -> Result<String, String> {
    Ok(contents.cells.iter().map(literal).collect::<Result<Vec<_>, _>>()?.join(", "))
}

fn literal(value: &Scalar) -> Result<String, String> {
    Ok(match value {
        Scalar::Bool(value) => value.to_string(),
        Scalar::Int(value) if value.bits() > 63 && !value.is_negative() => format!("{value}ull"),
        Scalar::Int(value) if value.bits() > 31 => format!("{value}ll"),
        Scalar::Int(value) => value.to_string(),
        Scalar::Real(value) if value.is_integer() => value.to_string(),
        Scalar::Real(value) => {
            decimal_text(value).unwrap_or_else(|| format!("{}.0 / {}", value.numer(), value.denom()))
        }
        Scalar::Float(value) if value.is_nan() => "NAN".to_owned(),
        Scalar::Float(value) if value.is_infinite() => format!("{}INFINITY", if *value < 0.0 { "-" } else { "" }),
        Scalar::Float(value) => format!("{value:?}"),
        Scalar::Term(text) => return Err(format!("`{text}` is a value of which only its laws are known")),
    })
}

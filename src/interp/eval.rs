//! The value of an expression in a thread. In the program every check of the proof is made on the way (R60 to R63);
//! in annotations what is undefined is unknown (R88).

use num_bigint::BigInt;

use crate::kernel::ir::{Binary, FUSED, Unary};

use super::arith::{Domain, fused, host_function, identity, in_domain};
use super::code::{Fit, Node, NodeId};
use super::machine::Machine;
use super::outcome::{RemarkKind, ViolationKind};
use super::setup::Ints;
use super::value::{Value, round_float};

impl Machine<'_> {
    /// Half of all nodes are leaves: they are read where they are wanted, without a call.
    #[inline]
    pub fn eval(&mut self, node: NodeId, thread: u32) -> Value {
        match &self.code.nodes[node as usize] {
            Node::Const(value) => *value,
            Node::Local(local) => self.local(*local, thread, node),
            _ => self.compound(node, thread),
        }
    }

    fn compound(&mut self, node: NodeId, thread: u32) -> Value {
        let code = self.code;
        match &code.nodes[node as usize] {
            Node::Const(_) | Node::Local(_) => self.eval(node, thread),
            Node::ThreadIdx(axis) => self.thread_coordinate(thread, *axis),
            Node::BlockIdx(axis) => self.block_coordinate(thread, *axis),
            Node::Read(site) => match self.locate(*site, thread) {
                Some(index) => {
                    self.may_read(*site, index, thread);
                    self.read(*site, index, thread)
                }
                None => Value::Unknown,
            },
            Node::Peek(site) => match self.locate(*site, thread) {
                Some(index) => {
                    let cell = &code.cells[*site as usize];
                    self.peek(cell.array, index, thread, cell.span)
                }
                None => Value::Unknown,
            },
            Node::PeekOld(site) => match self.locate(*site, thread) {
                Some(index) => self.at_entry(code.cells[*site as usize].array, index),
                None => Value::Unknown,
            },
            Node::PeekKept(site, call) => match self.locate(*site, thread) {
                Some(index) => self.at_call(*call, code.cells[*site as usize].array, index, thread),
                None => Value::Unknown,
            },
            Node::Unary(op, domain, a) => {
                let a = self.eval(*a, thread);
                self.pool.unary(*op, *domain, a)
            }
            Node::Binary(op, domain, a, b) => {
                let (a, b) = (self.eval(*a, thread), self.eval(*b, thread));
                self.pool.binary(*op, *domain, a, b)
            }
            Node::Divide(op, domain, a, b) => {
                let (a, b) = (self.eval(*a, thread), self.eval(*b, thread));
                self.divide(*op, *domain, a, b, node, thread)
            }
            Node::Remainder(a, b, fit) => {
                let (a, b) = (self.eval(*a, thread), self.eval(*b, thread));
                let remainder = self.divide(Binary::Rem, Domain::Int, a, b, node, thread);
                // The smallest value has no quotient by -1.
                let fit = &code.fits[*fit as usize];
                if matches!(b, Value::Int(-1)) && self.pool.as_big(a).is_some_and(|a| a == fit.low.into()) {
                    let quotient = self.pool.unary(Unary::Neg, Domain::Int, a);
                    if matches!(self.leaves_range(quotient, fit, node, thread), Value::Unknown) {
                        return Value::Unknown;
                    }
                }
                remainder
            }
            Node::Shift(op, a, b, bits) => {
                let (a, b) = (self.eval(*a, thread), self.eval(*b, thread));
                let defined = match b {
                    Value::Int(count) => (0..i64::from(*bits)).contains(&count),
                    other => matches!(other, Value::Unknown),
                };
                if !defined {
                    let message = format!("a value of {bits} bits is shifted by {}", self.pool.show(b));
                    self.fatal(ViolationKind::Division, code.spans[node as usize], thread, message);
                    return Value::Unknown;
                }
                self.pool.binary(*op, Domain::Int, a, b)
            }
            Node::Fit(a, fit) => {
                let value = self.eval(*a, thread);
                let fit = &code.fits[*fit as usize];
                match value {
                    Value::Int(small) if fit.small.0 <= small && small <= fit.small.1 => value,
                    _ => self.leaves_range(value, fit, node, thread),
                }
            }
            Node::Wrap(a, fit) => {
                let value = self.eval(*a, thread);
                let fit = &code.fits[*fit as usize];
                match value {
                    Value::Int(small) if fit.small.0 <= small && small <= fit.small.1 => value,
                    _ => self.pool.wrap(value, fit.signed, fit.bits),
                }
            }
            // R35
            Node::Typed(a, fit) => {
                let value = self.eval(*a, thread);
                let fit = &code.fits[*fit as usize];
                let fits = |exact| BigInt::from(fit.low) <= exact && exact <= BigInt::from(fit.high);
                if self.pool.as_big(value).is_some_and(fits) { value } else { Value::Unknown }
            }
            Node::And(a, b) => self.connective(*a, *b, thread, Some(false)),
            Node::Or(a, b) => self.connective(*a, *b, thread, Some(true)),
            Node::Implies(a, b) => self.connective(*a, *b, thread, None),
            Node::Same(a, b, domain, positive) => {
                let (mut a, mut b) = (self.eval(*a, thread), self.eval(*b, thread));
                if let Domain::Float(bits) = domain {
                    (a, b) = (self.pool.to_float(a, *bits), self.pool.to_float(b, *bits));
                }
                let op = if *positive { Binary::Eq } else { Binary::Ne };
                identity(op, a, b).unwrap_or(Value::Unknown)
            }
            Node::Conditional(cond, then, else_) => match self.eval(*cond, thread).truth() {
                Some(true) => self.eval(*then, thread),
                Some(false) => self.eval(*else_, thread),
                None if self.view.spec => {
                    let (then, else_) = (self.eval(*then, thread), self.eval(*else_, thread));
                    if then.same(else_) == Some(true) { then } else { Value::Unknown }
                }
                None => Value::Unknown,
            },
            Node::Truth(a, domain) => {
                let value = self.eval(*a, thread);
                match (value, domain) {
                    (Value::Float(value), _) => Value::Bool(value != 0.0),
                    (Value::Int(value), _) => Value::Bool(value != 0),
                    (Value::Ratio { num, .. }, _) => Value::Bool(num != 0),
                    (Value::Big(_) | Value::BigRatio(_), _) => Value::TRUE,
                    (Value::Bool(_), _) => value,
                    (Value::Missing | Value::Unknown | Value::Opaque(_), _) => Value::Unknown,
                }
            }
            Node::Number(a, domain) => match (self.eval(*a, thread), domain) {
                (Value::Bool(value), Domain::Real) => Value::Ratio { num: i64::from(value), den: 1 },
                (Value::Bool(value), Domain::Float(_)) => Value::Float(f64::from(u8::from(value))),
                (Value::Bool(value), _) => Value::Int(i64::from(value)),
                _ => Value::Unknown,
            },
            Node::Fraction(a, domain) => match (self.eval(*a, thread), domain) {
                (value, Domain::Float(bits)) => self.pool.to_float(value, *bits),
                (Value::Int(num), _) => Value::Ratio { num, den: 1 },
                (Value::Big(at), _) => {
                    let exact = self.pool.as_real(Value::Big(at));
                    exact.map_or(Value::Unknown, |exact| self.pool.real(exact))
                }
                (value, _) => value,
            },
            Node::Truncate(a, fit, wide) => {
                let value = self.eval(*a, thread);
                match fit.map(|fit| &code.fits[fit as usize]) {
                    Some(fit) => self.truncate_into(value, fit, *wide),
                    None => self.pool.truncate(value),
                }
            }
            Node::Math { name, args, domain, checked } => {
                let args: Vec<Value> = args.iter().map(|arg| self.eval(*arg, thread)).collect();
                self.function(&code.names[*name as usize], &args, *domain, *checked, node, thread)
            }
            Node::Operate { operator, left, right } => {
                let (left, right) = (self.eval(*left, thread), self.eval(*right, thread));
                self.operate(*operator, left, right, thread)
            }
            Node::Call { function, args } => self.call(*function, args, thread),
            Node::Bound(bound) => self.view.bound[*bound as usize],
            Node::Quantified(at) => self.quantified(*at, thread),
            Node::Fold(at) => self.fold(*at, thread),
            // R35: the indices of a cell are the speaking thread's.
            Node::At { inner, place, block } => {
                match (self.place(*place, *block, thread), &code.nodes[*inner as usize]) {
                    (Some(there), Node::Peek(site)) => match self.locate(*site, thread) {
                        Some(index) => {
                            let cell = &code.cells[*site as usize];
                            self.peek(cell.array, index, there, cell.span)
                        }
                        None => Value::Unknown,
                    },
                    (Some(there), _) => self.eval(*inner, there),
                    (None, _) => Value::Unknown,
                }
            }
            Node::LoopCount(id) => Value::Int(self.view.counts[*id as usize] as i64),
            Node::Active(None) => Value::Bool(self.view.active.binary_search(&thread).is_ok()),
            Node::Active(Some(place)) => match self.place(*place, false, thread) {
                Some(there) => Value::Bool(self.view.active.binary_search(&there).is_ok()),
                None => Value::Unknown,
            },
        }
    }

    /// R303: what PTX's `cvt` gives. What is narrower than its registers is converted in ways that it does not say.
    fn truncate_into(&mut self, value: Value, fit: &Fit, wide: bool) -> Value {
        let whole = match value {
            Value::Float(float) if float.is_nan() => {
                let nan = match (wide, fit.signed) {
                    (false, _) => 0,
                    (true, true) => fit.low,
                    (true, false) => 1 << (fit.bits - 1),
                };
                return if fit.bits < 32 { Value::Unknown } else { self.pool.int(nan.into()) };
            }
            Value::Float(float) if float.is_infinite() => {
                let end = if float < 0.0 { fit.low } else { fit.high };
                return if fit.bits < 32 { Value::Unknown } else { self.pool.int(end.into()) };
            }
            other => self.pool.truncate(other),
        };
        let Some(exact) = self.pool.as_big(whole) else { return Value::Unknown };
        let (low, high) = (fit.low.into(), fit.high.into());
        match (exact < low, exact > high) {
            (false, false) => whole,
            _ if fit.bits < 32 => Value::Unknown,
            (true, _) => self.pool.int(low),
            (_, true) => self.pool.int(high),
        }
    }

    /// R62: `/` and `%` of the program. Exact numbers have no quotient by 0; floats of a machine have (R301).
    fn divide(&mut self, op: Binary, domain: Domain, a: Value, b: Value, node: NodeId, thread: u32) -> Value {
        let span = self.code.spans[node as usize];
        match b {
            Value::Int(0) | Value::Ratio { num: 0, .. } if domain == Domain::Real => {
                self.remark(RemarkKind::NoNumber(format!("{} is divided by 0", self.pool.show(a))), span, thread);
                Value::Unknown
            }
            Value::Int(0) => {
                let message = format!("{} is divided by 0", self.pool.show(a));
                self.fatal(ViolationKind::Division, span, thread, message);
                Value::Unknown
            }
            _ => self.pool.binary(op, domain, a, b),
        }
    }

    /// The thread that a bound thread or block stands for; a block keeps the viewer's thread coordinates (R35).
    fn place(&mut self, place: NodeId, block: bool, thread: u32) -> Option<u32> {
        match self.eval(place, thread) {
            Value::Int(at) if block => Some(at as u32 * self.block + thread % self.block),
            Value::Int(at) => Some(at as u32),
            _ => None,
        }
    }

    /// R47. `decides` is the left value that makes the right one irrelevant; none for implication.
    fn connective(&mut self, a: NodeId, b: NodeId, thread: u32, decides: Option<bool>) -> Value {
        let (absorbing, result) = match decides {
            Some(value) => (value, value),
            None => (false, true),
        };
        match self.eval(a, thread).truth() {
            Some(left) if left == absorbing => Value::Bool(result),
            Some(_) => self.eval(b, thread),
            None if !self.view.spec => Value::Unknown,
            None => match self.eval(b, thread) {
                Value::Bool(right) if right == result => Value::Bool(result),
                _ => Value::Unknown,
            },
        }
    }

    /// The position of a cell in its array; none (and in the program a violation) if it is outside.
    #[inline]
    pub fn locate(&mut self, site: u32, thread: u32) -> Option<i64> {
        let code = self.code;
        let cell = &code.cells[site as usize];
        let extents = &code.arrays[cell.array as usize].extents;
        // Most arrays have one dimension.
        if let ([index], [extent]) = (&*cell.index, &**extents) {
            let value = self.eval(*index, thread);
            return self.along(site, 0, value, *extent, thread);
        }
        if code.arrays[cell.array as usize].by_coordinates() {
            return self.locate_by_coordinates(site, thread);
        }
        let mut flat = 0_i64;
        for (at, (index, extent)) in cell.index.iter().zip(extents).enumerate() {
            let value = self.eval(*index, thread);
            let index = self.along(site, at, value, *extent, thread)?;
            flat = extent.map_or(index, |extent| flat.wrapping_mul(extent).wrapping_add(index));
        }
        Some(flat)
    }

    /// The position of a cell of which the coordinates are the position.
    fn locate_by_coordinates(&mut self, site: u32, thread: u32) -> Option<i64> {
        let code = self.code;
        let cell = &code.cells[site as usize];
        let mut coordinates = Vec::with_capacity(cell.index.len());
        for (at, index) in cell.index.iter().enumerate() {
            let value = self.eval(*index, thread);
            let extent = code.arrays[cell.array as usize].extents[at];
            coordinates.push(self.along(site, at, value, extent, thread)?);
        }
        let position = code.arrays[cell.array as usize].pack(&coordinates);
        if position.is_none() {
            self.undecided("coordinates that are too large", cell.span);
        }
        position
    }

    /// The index along one dimension, if it is inside.
    #[inline]
    fn along(&mut self, site: u32, at: usize, value: Value, extent: Option<i64>, thread: u32) -> Option<i64> {
        let Value::Int(index) = value else {
            self.strange_index(site, at, value, thread);
            return None;
        };
        if extent.is_some_and(|extent| !(0..extent).contains(&index)) {
            self.outside(site, at, value, thread);
            return None;
        }
        // R36: no array of the program has such a cell.
        if index < 0
            && extent.is_none()
            && self.view.spec
            && self.code.arrays[self.code.cells[site as usize].array as usize].counts_from_zero()
        {
            return None;
        }
        Some(index)
    }

    #[cold]
    fn strange_index(&mut self, site: u32, at: usize, value: Value, thread: u32) {
        let cell = &self.code.cells[site as usize];
        let checked = self.code.arrays[cell.array as usize].extents[at].is_some();
        match value {
            Value::Big(_) if checked => self.outside(site, at, value, thread),
            _ if self.view.spec => {}
            Value::Big(_) => self.undecided("an index beyond 64 bits", cell.span),
            _ => self.undecided("the value of an index is not known", cell.span),
        }
    }

    #[cold]
    fn outside(&mut self, site: u32, at: usize, index: Value, thread: u32) {
        if self.view.spec {
            return;
        }
        let cell = &self.code.cells[site as usize];
        let array = &self.code.arrays[cell.array as usize];
        let (name, index) = (&array.name, self.pool.show(index));
        let message = match array.extents[at] {
            _ if array.null => format!("`{name}` is null"),
            Some(extent) if array.extents.len() > 1 => {
                format!("index {index} is outside of dimension {} of `{name}`, which has {extent} elements", at + 1)
            }
            Some(1) => format!("index {index} is outside of `{name}`, which has 1 element"),
            Some(extent) => format!("index {index} is outside of `{name}`, which has {extent} elements"),
            None => format!("index {index} is outside of `{name}`"),
        };
        self.fatal(ViolationKind::Bounds, cell.span, thread, message);
    }

    /// R83: a result that is not within the small part of its type's range.
    #[cold]
    fn leaves_range(&mut self, value: Value, fit: &Fit, node: NodeId, thread: u32) -> Value {
        let Some(exact) = self.pool.as_big(value) else { return Value::Unknown };
        if BigInt::from(fit.low) <= exact && exact <= BigInt::from(fit.high) {
            return value;
        }
        let span = self.code.spans[node as usize];
        match self.options.ints {
            Ints::Math => self.remark(RemarkKind::Overflow, span, thread),
            Ints::Checked => {
                let kind = if fit.signed { "a signed" } else { "an unsigned" };
                let message = format!("{exact} does not fit {kind} integer of {} bits", fit.bits);
                self.fatal(ViolationKind::Overflow, span, thread, message);
                return Value::Unknown;
            }
            Ints::C => {
                self.remark(RemarkKind::Overflow, span, thread);
                return self.pool.wrap(value, fit.signed, fit.bits);
            }
        }
        value
    }

    /// R46, R62, R82
    fn function(
        &mut self,
        name: &str,
        args: &[Value],
        domain: Domain,
        checked: bool,
        node: NodeId,
        thread: u32,
    ) -> Value {
        if let Domain::Float(bits) = domain {
            let floats: Option<Vec<f64>> = args
                .iter()
                .map(|arg| match self.pool.to_float(*arg, bits) {
                    Value::Float(value) => Some(value),
                    _ => None,
                })
                .collect();
            if let (FUSED, Some([a, b, c])) = (name, floats.as_deref()) {
                return Value::Float(fused(*a, *b, *c, bits));
            }
            if let Some(value) = floats.and_then(|floats| host_function(name, &floats)) {
                return Value::Float(round_float(value, bits));
            }
        } else if let (FUSED, [a, b, c]) = (name, args) {
            let product = self.pool.binary(Binary::Mul, domain, *a, *b);
            return self.pool.binary(Binary::Add, domain, product, *c);
        } else if checked && in_domain(self.pool, name, args) == Some(false) {
            let shown: Vec<String> = args.iter().map(|arg| self.pool.show(*arg)).collect();
            let message = format!("{name}({}) is not defined", shown.join(", "));
            self.remark(RemarkKind::NoNumber(message), self.code.spans[node as usize], thread);
            return Value::Unknown;
        }
        self.pool.term(name, args)
    }
}

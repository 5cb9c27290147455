//! What a contract may say of data that a kernel compares with infinities, of which nothing is known (VALUE-47).

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::ir::{ArrayId, Binary, Clause, Expr, ExprKind, Kernel, Space, Speaker, Type, Unary, walk};
use crate::race::candidates::Candidate;

use super::terms::Build;

/// That the elements of an array of floats lie between the infinities of their type that the kernel names, for each such array that it
/// reads. The kernel gets the variables that the clauses bind.
pub fn finite(kernel: &mut Kernel) -> Vec<Candidate> {
    let mut named = Named::default();
    walk(&kernel.body, &mut |stmt| stmt.kind.exprs().into_iter().for_each(|e| named.collect(e, false)));
    let (found, bound) = {
        let build = Build::new(kernel);
        let found = named.arrays.iter().filter_map(|array| named.clause(&build, *array)).collect::<Vec<_>>();
        (found, build.bound.into_inner())
    };
    kernel.bound.extend(bound);
    found
}

/// What a kernel names.
#[derive(Default)]
struct Named {
    /// Arrays that it reads.
    arrays: BTreeSet<ArrayId>,
    /// Infinities by their widths, without and with a sign.
    infinities: [BTreeMap<u8, Expr>; 2],
}

impl Named {
    fn collect(&mut self, e: &Expr, is_negated: bool) {
        match (&*e.kind, e.ty) {
            (ExprKind::Read { array, .. }, _) => drop(self.arrays.insert(*array)),
            (ExprKind::Math(name, _), Type::Float { bits }) if name == "infinity" => {
                self.infinities[usize::from(is_negated)].insert(bits, e.clone());
            }
            _ => {}
        }
        let negates = matches!(&*e.kind, ExprKind::Unary(Unary::Neg, _));
        e.children().into_iter().for_each(|child| self.collect(child, negates));
    }

    fn clause(&self, build: &Build<'_>, array: ArrayId) -> Option<Candidate> {
        let info = &build.kernel.arrays[array.index()];
        let Type::Float { bits } = info.element else { return None };
        if info.space != Space::Global || info.extents.len() != 1 {
            return None;
        }
        let var = build.variable("e");
        let (e, element) = (build.bound(var), build.read(array, vec![build.bound(var)]));
        let [most, least] = [0, 1].map(|sign| self.infinities[sign].get(&bits).cloned());
        let least = least.map(|of| build.expr(ExprKind::Unary(Unary::Neg, of), element.ty));
        let least = least.map(|least| build.compare(Binary::Lt, least, element.clone()));
        let most = most.map(|most| build.compare(Binary::Lt, element, most));
        let parts: Vec<Expr> = least.into_iter().chain(most).collect();
        if parts.is_empty() {
            return None;
        }
        // Where the contract says nothing of its length, its elements are all that the array may have.
        let mut within = Vec::new();
        if info.length_used {
            let length = build.expr(ExprKind::Length(array), Type::Integer);
            within = vec![build.compare(Binary::Le, build.int(0), e.clone()), build.compare(Binary::Lt, e, length)];
        }
        let expr = build.for_all(vec![var], within, build.all(parts));
        let text = build.text(&expr);
        Some(Candidate { text, clause: Clause { expr, speaker: Speaker::Launch, span: build.kernel.span } })
    }
}

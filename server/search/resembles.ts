/**
 * Whether a reference holds a text, in either case, but for one letter at most that is wrong,
 * missing or too many: the distance of Levenshtein to some part of it is 1 or less (Sellers, The
 * theory and computation of evolutionary distances, 1980).
 */
export function resembles(reference: string, text: string): boolean {
  const [lower, sought] = [reference.toLowerCase(), text.toLowerCase()];
  if (!holdsHalf(lower, sought)) {
    return false;
  }
  const [inside, wanted] = [[...lower], [...sought]];
  // How far the first `at` letters wanted are from some part that ends here.
  const distances = Array.from({ length: wanted.length + 1 }, (_, at) => at);
  for (const letter of inside) {
    let diagonal = 0;
    for (let at = 1; at <= wanted.length; at++) {
      const above = distances[at] ?? 0;
      const changed = diagonal + (wanted[at - 1] === letter ? 0 : 1);
      distances[at] = Math.min(changed, above + 1, (distances[at - 1] ?? 0) + 1);
      diagonal = above;
    }
    if ((distances[wanted.length] ?? 0) <= 1) {
      return true;
    }
  }
  return false;
}

/** One letter spoils one half at most; looking for halves is quick, and most references have none. */
function holdsHalf(lower: string, sought: string): boolean {
  const half = Math.floor(sought.length / 2);
  // Not within a letter that is two code units.
  const middle = /^[\uDC00-\uDFFF]/.test(sought.slice(half)) ? half + 1 : half;
  return lower.includes(sought.slice(0, middle)) || lower.includes(sought.slice(middle));
}

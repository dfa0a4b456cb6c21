/**
 * The probability that Student's t lies within ±t (Abramowitz and Stegun, 26.7.3 and 26.7.4: for a
 * whole number of degrees of freedom the series are finite, so nothing is approximated).
 */
function within(t: number, degrees: number): number {
  const angle = Math.atan(Math.abs(t) / Math.sqrt(degrees));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let power = isOdd ? 3 : 2; power <= degrees - 2; power += 2) {
    term *= (cosine * cosine * (power - 1)) / power;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/**
 * The probability that Student's t lies farther from 0 than `t`.
 *
 * @param degrees of freedom, a whole number of 1 or more
 */
export function twoSidedPValue(t: number, degrees: number): number {
  return Math.max(0, 1 - within(t, degrees));
}

/**
 * The t for which Student's t lies within ±t with this probability: 2.776 for 0.95 and 4 degrees.
 *
 * @param probability above 0 and below 1
 * @param degrees of freedom, a whole number of 1 or more
 */
export function twoSidedQuantile(probability: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (within(high, degrees) < probability) {
    high *= 2;
  }
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) {
      return middle;
    }
    if (within(middle, degrees) < probability) {
      low = middle;
    } else {
      high = middle;
    }
  }
}

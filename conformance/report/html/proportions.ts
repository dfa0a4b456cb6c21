import { html } from 'hono/html';
import type { Markup, Tone } from '../../../pages/markup.ts';

/** Parts of a whole as a bar of colours; what it shows must stand beside it in words. */
export function proportions(
  parts: readonly (readonly [tone: Tone, number: number])[],
  of?: number,
): Markup | '' {
  const total = of ?? parts.reduce((sum, [, number]) => sum + number, 0);
  if (total === 0) {
    return '';
  }
  let x = 0;
  const rects = parts.map(([tone, number]) => {
    const width = round((100 * number) / total);
    const rect = html`<rect class="${tone}" x="${round(x)}" width="${width}" height="1"/>`;
    x += width;
    return rect;
  });
  return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="1"/>${rects}</svg>`;
}

const round = (share: number) => Math.round(share * 100) / 100;

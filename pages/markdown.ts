import { visibleLine } from './visible-text.ts';

/** A list in Markdown, as the one block it is; none for no items. */
export function markdownList(items: readonly string[]): string[] {
  return items.length > 0 ? [items.map((item) => `- ${item}`).join('\n')] : [];
}

/** A table in Markdown. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** What came from outside, with everything escaped that Markdown or HTML could take as markup. */
export function markdownText(source: string): string {
  return visibleLine(source)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~@:]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

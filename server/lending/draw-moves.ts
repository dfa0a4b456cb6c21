import { MOVES, type Move } from './moves.ts';

/** The moves as Markdown: a state diagram of Mermaid for each thing. */
export function drawMoves(movesOf: Readonly<Record<string, readonly Move[]>> = MOVES): string {
  return Object.entries(movesOf)
    .map(([thing, moves]) => {
      const lines = moves.map((move) => `  ${move.from ?? '[*]'} --> ${move.to}: ${causeOf(move)}`);
      return `The ${thing}:\n\n\`\`\`mermaid\nstateDiagram-v2\n${lines.join('\n')}\n\`\`\`\n`;
    })
    .join('\n');
}

/** Such as `update-application, status=true (3.1)`; without a section it is ours. */
function causeOf({ by, when, shown }: Move): string {
  return `${by}${when ? `, ${when}` : ''}${shown ? ` (${shown})` : ''}`;
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import packageJson from '../../package.json' with { type: 'json' };
import { type Page, type PageData, renderPage } from '../../pages/page.ts';
import type { Chart } from './charts.ts';
import { SCRIPT } from './plots-script.ts';
import { PLOTS_STYLE } from './plots-style.ts';

const require = createRequire(import.meta.url);
const uplot = (file: string) => readFileSync(require.resolve(`uplot/dist/${file}`), 'utf8');

/**
 * A page of a run or a comparison, with uPlot where it has plots; else it runs no script but its own.
 * What a live page adds comes behind.
 */
export function renderPlotsPage(
  page: Pick<
    Page,
    'title' | 'tone' | 'masthead' | 'main' | 'style' | 'script' | 'asksItsServer'
  > & {
    charts: Chart[];
    data?: PageData;
  },
): string {
  const { charts, style = '', script = '', data, ...rest } = page;
  return renderPage({
    ...rest,
    skip: 'Skip to the figures',
    footer: `Assay ${packageJson.version}. Latencies in milliseconds, from sending the first byte to receiving the last; failed requests are included.`,
    style: `${uplot('uPlot.min.css')}\n${PLOTS_STYLE}${style}`,
    ...(charts.length > 0 && {
      script: `${uplot('uPlot.iife.min.js')}\n${SCRIPT}${script}`,
      data: [{ id: 'charts', value: charts }, ...(data ? [data] : [])],
    }),
  });
}

import { html } from 'hono/html';
import type { Markup } from '../../../pages/markup.ts';
import type { Report } from '../report.ts';

/** What a vendor can do who is blamed and disagrees; nothing where nothing failed or warned. */
export function doubtSection({ counts }: Pick<Report, 'counts'>): Markup | '' {
  if (counts.fail + counts.warn === 0) {
    return '';
  }
  return html`<section aria-labelledby="doubt">
<details class="doubt"><summary><h2 id="doubt">When you think the suite is wrong</h2></summary>
<p>The suite fails a target only for what the specification states; anything else is a defect of the suite. Three things of a check’s card show it:</p>
<ol>
<li><b>The sentence.</b> The card quotes it from the section that it names; read the section too. You are right if it does not say what the check demands, only recommends it, shows a value as an example, or leaves the point open.</li>
<li><b>The exchange.</b> Say which part of your answer is taken for wrong and why it is right; or what a request would have looked like that your service can accept.</li>
<li><b>The replay.</b> Copy all its lines into a shell with curl. They log in, make the token where it is forged, and send the requests again. Say so if another answer comes.</li>
</ol>
<p>Send the three with the check’s id and the version at the foot of this page. A conforming answer that was blamed joins the calibration as a variant, and the check is mended, or its requirement turned to should or open; the CHANGELOG names the requirement. In the meantime list the failure with its reason in a file for <code>--known-failures</code>: the pipeline stays green, the verdict stays what it is. The whole of it is in <code>docs/when-the-suite-is-wrong.md</code> of Assay.</p>
</details>
</section>`;
}

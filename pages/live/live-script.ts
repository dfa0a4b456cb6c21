/**
 * The script of a live page: puts what the server sends in the place of what was there, keeps what the
 * reader has opened and where the focus is, and loads the page anew when it is frozen.
 */
export const LIVE_SCRIPT = `
'use strict';
(() => {
  const { since } = JSON.parse(document.getElementById('live').textContent);
  const lost = document.getElementById('live-lost');
  const FOCUSABLE = 'a[href], button, select, input, summary, [tabindex]';

  function place(id, { html, into }) {
    const before = document.getElementById(id);
    const holder = document.createElement('template');
    holder.innerHTML = html;
    const after = holder.content.firstElementChild;
    if (!before) {
      if (into) document.getElementById(into)?.append(after);
      return;
    }
    const focused = before.contains(document.activeElement)
      ? [before, ...before.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement) : -1;
    if (before.open) after.open = true;
    before.replaceWith(after);
    if (focused >= 0) {
      const places = [after, ...after.querySelectorAll(FOCUSABLE)];
      places[Math.min(focused, places.length - 1)].focus({ preventScroll: true });
    }
  }

  const source = new EventSource('events?since=' + since);
  source.onopen = () => { lost.hidden = true; };
  source.onerror = () => { lost.hidden = false; };
  source.onmessage = ({ data }) => {
    for (const [id, part] of Object.entries(JSON.parse(data))) {
      if ('html' in part) place(id, part);
      else if ('text' in part) document.getElementById(id).textContent = part.text;
      else document.dispatchEvent(new CustomEvent('data:' + id, { detail: part.data }));
    }
    document.dispatchEvent(new Event('filter'));
  };
  source.addEventListener('frozen', () => {
    source.close();
    location.reload();
  });
})();
`;

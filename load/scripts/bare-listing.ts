import http from 'k6/http';

// A plain k6 script that lists payments and looks at nothing: bench.ts measures ours against it.

const url = __ENV.ASSAY_BARE_URL ?? '';
const token = __ENV.ASSAY_BARE_TOKEN ?? '';

export default function (): void {
  http.request(
    'GET',
    url,
    JSON.stringify({ selectedCurrency: 'NGN', fromDate: '01/01/2026', toDate: '31/03/2026' }),
    {
      headers: {
        'X-Auth-Token': token,
        'Content-Type': 'application/json',
        platform: 'WEB',
        uuid: '0d9f8f5e-5f0e-4a53-9d43-3a1f5a4fbe0c',
      },
    },
  );
}

/** The number of iterations is all that is asked of it. */
export function handleSummary(data: { metrics: object }): Record<string, string> {
  return { [__ENV.ASSAY_LOAD_SUMMARY ?? './summary.json']: JSON.stringify(data) };
}

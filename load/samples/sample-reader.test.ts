import { describe, expect, it } from 'vitest';
import { type Sample, sampleReader } from './sample-reader.ts';

const HEADER =
  'metric_name,timestamp,metric_value,error_code,expected_response,method,name,scenario,status,extra_tags,metadata\n';

function read(...pieces: string[]): Sample[] {
  const samples: Sample[] = [];
  const reader = sampleReader((sample) => samples.push(sample));
  for (const piece of pieces) {
    reader.write(Buffer.from(piece));
  }
  reader.end();
  return samples;
}

describe('the reader of k6 samples', () => {
  const line =
    'http_req_duration,1795249644013916,12.500000,1050,false,GET,awaiting-payments,payment-listing,0,,\n';

  it('reads a request with its status and error code', () => {
    expect(read(HEADER + line)).toEqual([
      {
        metric: 'http_req_duration',
        at: 1795249644013.916,
        value: 12.5,
        scenario: 'payment-listing',
        name: 'awaiting-payments',
        status: 0,
        errorCode: 1050,
        expected: false,
        tags: {},
      },
    ]);
  });

  it('reads the same from pieces cut anywhere', () => {
    const text = HEADER + line + line;
    const whole = read(text);
    expect(whole).toHaveLength(2);
    for (let cut = 1; cut < text.length; cut++) {
      expect(read(text.slice(0, cut), text.slice(cut))).toEqual(whole);
    }
  });

  it('reads tags of our own metrics and a last line without an end', () => {
    const wrong = 'wrong_answers,1795249644013916,1.000000,,,,,x,,endpoint=login&kind=schema,';
    expect(read(HEADER + wrong)[0]?.tags).toEqual({ endpoint: 'login', kind: 'schema' });
  });

  it('drops a line that broke off, where its end is not called', () => {
    const samples: Sample[] = [];
    const reader = sampleReader((sample) => samples.push(sample));
    reader.write(Buffer.from(HEADER + line + line.slice(0, 60)));
    expect(samples.map(({ name }) => name)).toEqual(['awaiting-payments']);
  });

  it('skips samples that no report needs', () => {
    expect(read(`${HEADER}http_reqs,1795249644013916,1.0,,,,,,,,\n`)).toEqual([]);
  });

  it('objects to a format that it does not know', () => {
    expect(() => read('metric,time,value\n')).toThrow('no column timestamp');
  });
});

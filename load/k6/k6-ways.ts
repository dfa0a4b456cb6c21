import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import type { Ways } from '../../target/connections/ways.ts';

/**
 * The environment by which k6 reaches a target as the suite does: proxies by the variables that Go
 * reads, empty where there is none, and authorities of its own by `SSL_CERT_FILE`, a file that is
 * written into the folder. Go reads that variable on Linux and the BSDs only.
 */
export async function k6Environment(
  { tls, proxies }: Ways,
  folder: string,
): Promise<Record<string, string>> {
  const variables = {
    HTTP_PROXY: proxies?.http ?? '',
    HTTPS_PROXY: proxies?.https ?? '',
    NO_PROXY: proxies?.noProxy ?? '',
  };
  const environment = Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => [
      [name, value],
      [name.toLowerCase(), value],
    ]),
  );
  if (tls?.ca === undefined) {
    return environment;
  }
  // Go takes the file instead of the system's, so those that Node trusts are in it too.
  const file = join(folder, 'authorities.pem');
  await writeFile(file, [...getCACertificates('default'), tls.ca].join('\n'), { mode: 0o600 });
  return { ...environment, SSL_CERT_FILE: file };
}

/** The client certificate as k6's option `tlsAuth` has it: for every host. */
export function clientCertificates({ tls }: Ways): { cert: string; key: string }[] {
  const { certificate, key } = tls ?? {};
  return certificate === undefined || key === undefined ? [] : [{ cert: certificate, key }];
}

/** What k6 has to be given where it runs without us, from an archive; undefined where it is nothing. */
export function missingInArchive({ tls, proxies }: Ways): string | undefined {
  const missing = [
    ...(tls?.ca === undefined
      ? []
      : ['SSL_CERT_FILE, a file with tls.ca and the usual authorities']),
    ...(proxies === undefined ? [] : ['HTTPS_PROXY, HTTP_PROXY and NO_PROXY']),
  ];
  return missing.length === 0
    ? undefined
    : `the archive cannot hold these; set them where k6 runs: ${missing.join('; ')}`;
}

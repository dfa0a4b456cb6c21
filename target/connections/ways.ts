/** What a TLS connection is made with; all of it PEM text. */
export interface TlsMaterial {
  /** certificates of authorities, trusted beside those that Node trusts anyhow */
  ca?: string;
  /** the client's certificate, and what leads from it to an authority */
  certificate?: string;
  /** the client's private key, decrypted: k6 reads no encrypted PKCS #8 */
  key?: string;
}

/** Proxies by the scheme of what is asked for; URLs, which may hold a user name and a password. */
export interface Proxies {
  http?: string;
  https?: string;
  /** what is asked for directly, separated by commas: see `goesDirectly` */
  noProxy: string;
}

/** How a target and its states hook are reached, where not just by their URLs. */
export interface Ways {
  tls?: TlsMaterial;
  proxies?: Proxies;
}

/** One certificate or key, or several: PEM text or its bytes. */
export type Certificates = string | Uint8Array | readonly (string | Uint8Array)[];

/** TLS options of a connection. Each option has the same meaning as in `node:tls`. */
export interface TlsOptions {
  /** The trusted certificate authorities. They replace Node's default ones. */
  ca?: Certificates | undefined;
  /** The client's certificate with its chain, for a server that requires one. */
  cert?: Certificates | undefined;
  /** The private key of `cert`. */
  key?: Certificates | undefined;
  /** The client's certificate and its key in one file (PKCS #12), in place of `cert` and `key`. */
  pfx?: string | Uint8Array | undefined;
  /** The password of `key` or `pfx`. */
  passphrase?: string | undefined;
}

/** An HTTP proxy. Every connection uses a tunnel through it (RFC 9110, section 9.3.6). */
export interface ProxyOptions {
  /** The proxy's address, `http:` or `https:`. It may contain the user name and the password. */
  url: string;
  /** The user name of HTTP Basic authentication at the proxy. */
  username?: string | undefined;
  /** The password of HTTP Basic authentication at the proxy. */
  password?: string | undefined;
  /** TLS options of the connection to an `https:` proxy. Default: the `ca` of `nodeFetch`. */
  tls?: TlsOptions | undefined;
}

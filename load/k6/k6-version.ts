/** The version that is installed where none is found; any 2.x is used where one is. */
export const K6_VERSION = 'v2.2.0';

/** The Go module that k6 is built from. */
export const K6_MODULE = 'go.k6.io/k6/v2';

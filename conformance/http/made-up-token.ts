/**
 * A token that is no JWT: it has no parts and none of any live token's characters. It opens
 * nothing, so it is no secret, and reports show it.
 */
export const MADE_UP_TOKEN = 'assay-this-is-not-a-token';

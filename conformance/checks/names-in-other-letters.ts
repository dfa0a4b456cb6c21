/** Names that are no ASCII, as many customers have. */
export const NAMES_IN_OTHER_LETTERS = { firstName: 'Adéọlá', lastName: 'Ọ̀ṣúnbíyi-Łęcki' };

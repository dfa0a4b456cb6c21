/**
 * The index of payment references by their trigrams, in which the fuzzy search of section 4.5 looks
 * (FTS5). It keeps which payments have a trigram and nothing else (27 MB for a million); the
 * references stay where they are. Filling it takes 5 s for a million.
 */
export const PAYMENT_REFERENCES = `
CREATE VIRTUAL TABLE payment_references USING fts5 (
  searchable_payment_reference, content = 'payments', content_rowid = 'seq',
  tokenize = 'trigram', detail = 'none', columnsize = 0
);
INSERT INTO payment_references (payment_references) VALUES ('rebuild');
CREATE TRIGGER payment_references_added AFTER INSERT ON payments BEGIN
  INSERT INTO payment_references (rowid, searchable_payment_reference)
  VALUES (new.seq, new.searchable_payment_reference);
END;
CREATE TRIGGER payment_references_removed AFTER DELETE ON payments BEGIN
  INSERT INTO payment_references (payment_references, rowid, searchable_payment_reference)
  VALUES ('delete', old.seq, old.searchable_payment_reference);
END;
CREATE TRIGGER payment_references_changed AFTER UPDATE ON payments BEGIN
  INSERT INTO payment_references (payment_references, rowid, searchable_payment_reference)
  VALUES ('delete', old.seq, old.searchable_payment_reference);
  INSERT INTO payment_references (rowid, searchable_payment_reference)
  VALUES (new.seq, new.searchable_payment_reference);
END;
`;

/**
 * Makes one piece of the index of references. What was filled in bulk is in some ten, and each of
 * them is looked into for each trigram. Takes 1 s for a million.
 */
export const MERGE_PAYMENT_REFERENCES =
  "INSERT INTO payment_references (payment_references) VALUES ('optimize');";

import { count } from '../../pages/words.ts';
import type { AuditCheck, AuditReport } from '../report/load-report.ts';

/** What each check holds against what, and what is open where it could not be made. */
const COMPARED: Record<AuditCheck['id'], { done: (examined: number) => string; open: string }> = {
  'concurrent-keys': {
    done: (keys) => `all answers to each of ${count(keys, 'key')} that was acknowledged repeatedly`,
    open: 'whether a repeated key has one effect, by the answers to it',
  },
  sums: {
    done: (records) => `${count(records, 'acknowledgement')} with each other`,
    open: 'whether two keys share a record, by the answers to them',
  },
  replay: {
    done: (keys) => `${count(keys, 'acknowledgement')} with the answer to the same key sent again`,
    open: 'whether a key sent again has its record still',
  },
  ledger: {
    done: (rows) => `what was sent with ${count(rows, 'row')} of the target’s ledger`,
    open: 'whether each acknowledged repayment is booked once',
  },
  applications: {
    done: (rows) => `requests for loans with ${count(rows, 'application')} that the ledger tells`,
    open: 'whether each request for a loan made one application',
  },
};

/** In words, for all that read no more than the result: what was compared, and what nobody looked at. */
export function auditedBy(
  checks: readonly AuditCheck[],
  hasLedger: boolean,
): Pick<AuditReport, 'compared' | 'notAudited'> {
  const ids = Object.keys(COMPARED) as AuditCheck['id'][];
  const made = checks.filter(({ examined, result }) => examined > 0 || result === 'failed');
  return {
    compared: made.map(({ id, examined }) => COMPARED[id].done(examined)),
    notAudited: ids
      .filter((id) => !made.some((check) => check.id === id))
      .map((id) => `${COMPARED[id].open} (${whyNot(id, checks, hasLedger)})`),
  };
}

function whyNot(id: AuditCheck['id'], checks: readonly AuditCheck[], hasLedger: boolean): string {
  const tried = checks.find((check) => check.id === id);
  if (tried) {
    return tried.message;
  }
  if (id !== 'ledger' && id !== 'applications') {
    return 'the answers did not allow it';
  }
  return hasLedger ? 'the ledger does not tell it' : 'no ledger is given: load.ledgerUrl';
}

/** The audit of a run that nobody audited, and why. */
export function unaudited(why: string): AuditReport {
  const notAudited = Object.values(COMPARED).map(({ open }) => `${open} (${why})`);
  return { result: 'inconclusive', compared: [], notAudited, checks: [] };
}

import { join } from 'node:path';
import { UnavailableError } from '../contract/errors.ts';
import { makeFolder } from '../contract/make-folder.ts';
import { whyNoFile } from '../contract/why-no-file.ts';
import { writeWhole } from '../contract/write-whole.ts';
import type { Calibration } from './calibration.ts';
import { figuresTable, matrixTable, writeBetweenMarkers } from './calibration-figures.ts';
import { renderCalibrationPage } from './calibration-page.ts';

/** Where the documents of the checkout are that state the figures of a calibration. */
export interface Documents {
  /** gets the figures between its markers */
  readme?: string;
  /** gets the figures and the matrix between its markers */
  calibration?: string;
}

/**
 * Writes `calibration.json` (calibration.schema.json) and `calibration.html` into a folder, which
 * is made if need be, and the generated part of the documents given, where all servers were run: a part of
 * them, or a run that was stopped, says less than what stands there. Returns the paths written.
 *
 * @throws UnavailableError when a file cannot be written
 */
export async function writeCalibration(
  out: string,
  calibration: Calibration,
  documents: Documents = {},
): Promise<string[]> {
  await makeFolder(out).catch((error: NodeJS.ErrnoException) => {
    throw new UnavailableError(`cannot make the folder ${out}: ${whyNoFile(error)}`);
  });
  const json = join(out, 'calibration.json');
  const page = join(out, 'calibration.html');
  await writeWhole(json, `${JSON.stringify(calibration, undefined, 1)}\n`);
  await writeWhole(page, renderCalibrationPage(calibration));
  if (!calibration.complete) {
    return [json, page];
  }
  const figures = figuresTable(calibration);
  if (documents.readme) {
    await writeBetweenMarkers(documents.readme, figures);
  }
  if (documents.calibration) {
    await writeBetweenMarkers(documents.calibration, `${figures}\n\n${matrixTable(calibration)}`);
  }
  return [json, page, ...Object.values(documents)];
}

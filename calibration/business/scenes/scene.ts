import type { BusinessClient } from '../business-client.ts';

/** What a scene is played with: a server, its customer's token, and a way to let time pass. */
export interface Props {
  client: BusinessClient;
  token: string;
  pass: (milliseconds: number) => void;
}

/** Tells a server that has a profile from one that does not. */
export interface Scene {
  look: (props: Props) => Promise<unknown>;
  /** what `look` sees with the profile, and sees otherwise without it */
  shows: unknown;
}

/** The scenes of profiles, by their names. */
export type Scenes = Record<string, Scene>;

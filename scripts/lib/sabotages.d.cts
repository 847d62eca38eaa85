/** A promise that is taken out of the program on purpose. */
export interface SourceSabotage {
  title: string;
  project: 'unit' | 'e2e';
  /** Pattern of the paths of the tests that must fail. */
  tests: string;
  edits: { file: string; from: string; to: string }[];
}

export const SABOTAGES: Record<string, SourceSabotage>;

export function sabotaged(edits: SourceSabotage['edits'], file: string, source: string): string;

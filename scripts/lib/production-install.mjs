/** Arguments of npm that install what a release needs, without running any package's scripts. */
export const PRODUCTION_INSTALL = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];

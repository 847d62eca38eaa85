/** The duty to report, and the sum that is split to stay below it. */
const ACT = 'Money Laundering (Prevention and Prohibition) Act 2022';
const BASELINE = 'CBN baseline standards for automated AML solutions of 10 March 2026';
/** Open rule set of the Tazama project; its numbers are those of its rules. */
const TAZAMA = 'open rules of Tazama';
const AMLWORLD = 'shapes of AMLworld (arXiv 2306.16424)';
const OWN_FIGURES = 'the figures are defaults of this program';
const OWN = 'a default of this program, without a published source';

const indicator = (...codes: string[]): string => `NFIU indicators ${codes.join(', ')}`;
const sourced = (...sources: string[]): string => `Source: ${sources.join('; ')}.`;

/** Where the pattern and the figures of each shipped scenario come from, as staff read it below its description. */
export const SHIPPED_SOURCES: Readonly<Record<string, string>> = {
  structuring: sourced(`${ACT}, sections 2 and 11`, indicator('MA15'), 'band and counts are defaults of this program'),
  'structuring-over-accounts': sourced(`${ACT}, sections 2 and 11`, indicator('MA15'), `${TAZAMA} 083 and 084`),
  'threshold-proximity': sourced(`${ACT}, sections 2 and 11`, OWN_FIGURES),
  'similar-amounts': sourced(`${TAZAMA} 006 and 021`, 'the sums are defaults of this program'),
  'round-amounts': sourced(indicator('FXCD28'), OWN_FIGURES),
  'pass-through': sourced(indicator('MA26', 'ILA27'), `${TAZAMA} 024 to 027`, OWN_FIGURES),
  'pass-through-over-accounts': sourced(indicator('MA26', 'ILA27'), `${TAZAMA} 083 and 084`, OWN_FIGURES),
  'immediate-pass': sourced(indicator('MA26', 'ILA27'), OWN_FIGURES),
  'fan-in': sourced(indicator('MA25', 'ILA24'), `${TAZAMA} 016`, 'the sums are defaults of this program'),
  'fan-out': sourced(indicator('MA24'), `${TAZAMA} 017`, 'the sums are defaults of this program'),
  'gather-scatter': sourced(AMLWORLD, `${TAZAMA} 090`, OWN_FIGURES),
  'scatter-gather': sourced(AMLWORLD, OWN_FIGURES),
  cycle: sourced(indicator('TRML5'), AMLWORLD, OWN_FIGURES),
  'dormant-wake': sourced(indicator('MA21', 'MA12'), `${TAZAMA} 003 and 004`, 'the sums are defaults of this program'),
  'new-payee-large': sourced(`${TAZAMA} 030`, OWN_FIGURES),
  'new-account-flow': sourced(indicator('ILA28', 'ILA29'), `${TAZAMA} 001`, OWN_FIGURES),
  velocity: sourced(`${TAZAMA} 076`, OWN_FIGURES),
  'volume-jump': sourced(`${TAZAMA} 010, 011, 018, 020 and 048`, 'the least sum is a default of this program'),
  'night-movement': sourced(indicator('FXCD51'), OWN_FIGURES),
  'mule-low-tier': sourced(OWN),
  'near-zero-balance': sourced(indicator('MA10'), OWN_FIGURES),
  'agent-structuring': sourced(`${ACT}, section 2`, OWN_FIGURES),
  'many-agents': sourced(indicator('MA15', 'FXCD49'), OWN_FIGURES),
  'cash-out-burst': sourced(OWN),
  'loan-repaid-by-others': sourced(indicator('MA14', 'RECSO6', 'RECSO11'), OWN_FIGURES),
  'minor-account': sourced(indicator('MA1', 'FXCD7'), `${TAZAMA} 028`, 'the sums are defaults of this program'),
  'income-mismatch': sourced(`${BASELINE}, 5.5`, indicator('MA11', 'MA18'), OWN_FIGURES),
  'payroll-of-new-company': sourced(OWN),
  'pep-flow': sourced(indicator('FGAD27', 'FGAD28'), OWN_FIGURES),
  'shared-identity': sourced(indicator('TRML3'), OWN_FIGURES),
  'cross-border': sourced(`${ACT}, reports of transfers above USD 10,000`, 'FATF lists of countries'),
  'listed-party': sourced('Terrorism (Prevention and Prohibition) Act 2022', `${BASELINE}, 5.3`),
  'listed-customer': sourced('Terrorism (Prevention and Prohibition) Act 2022', `${BASELINE}, 5.3`),
  probing: sourced(OWN),
  narration: sourced(`${TAZAMA} 007`, 'the words are defaults of this program'),
  'refund-abuse': sourced(OWN),
};

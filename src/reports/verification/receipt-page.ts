import Mustache from 'mustache';
import { amountText } from '../../common/files/table';
import { wallClock } from '../../common/time/calendar';
import { printedTime } from '../../common/time/printed-date';
import type { VerifiedReceiptView } from './verification.dto';

/** Receipts are confirmed for people in Nigeria. */
const TIME_ZONE = 'Africa/Lagos';

const PAGE = `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Confirm a receipt</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #1c2430; max-width: 34rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; }
button { font: inherit; margin-top: .75rem; padding: .5rem 1.25rem; }
dl { display: grid; grid-template-columns: 9rem 1fr; gap: .35rem 1rem; background: #f2f4f8; padding: 1rem; }
dt { color: #5b6472; }
dd { margin: 0; overflow-wrap: anywhere; }
.good { color: #0a6b2d; font-weight: 600; }
.bad { color: #a01818; font-weight: 600; }
</style>
</head>
<body>
<h1>Confirm a receipt</h1>
{{#receipt}}
<p class="{{mood}}">{{verdict}}</p>
<dl>
{{#facts}}<dt>{{name}}</dt><dd>{{value}}</dd>
{{/facts}}</dl>
{{/receipt}}
{{#refusal}}<p class="bad">{{refusal}}</p>{{/refusal}}
<form method="get" action="">
<label for="code">Verification code of the receipt</label>
<input id="code" name="code" maxlength="60" autocomplete="off" required value="{{code}}">
<button type="submit">Confirm</button>
</form>
</body>
</html>
`;

/** What the page shows above its form. */
export interface ReceiptPageContent {
  /** As it was typed. */
  code: string;
  receipt?: VerifiedReceiptView;
  refusal?: string;
}

/** The page in HTML; all texts are escaped. */
export function receiptPage({ code, receipt, refusal }: ReceiptPageContent): string {
  return Mustache.render(PAGE, { code, refusal, receipt: receipt && shown(receipt) });
}

function shown(receipt: VerifiedReceiptView): object {
  const isGood = receipt.status === 'Successful';
  const facts: [string, string | null][] = [
    ['Institution', receipt.institutionName],
    ['Status', receipt.status],
    ['Amount', `₦${amountText(BigInt(Math.round(receipt.amount * 100)))}`],
    ['In words', receipt.amountInWords],
    ['Type', receipt.transactionType],
    ['Date', printedTime(wallClock(new Date(receipt.transactionDate), TIME_ZONE))],
    ['From', receipt.from],
    ['To', receipt.to],
    ['Reference', receipt.postingReferenceNumber],
  ];
  return {
    mood: isGood ? 'good' : 'bad',
    verdict: isGood
      ? 'This receipt is genuine and its transaction is successful.'
      : `This receipt is genuine, but its transaction is ${receipt.status.toLowerCase()} today.`,
    facts: facts.flatMap(([name, value]) => (value === null ? [] : [{ name, value }])),
  };
}

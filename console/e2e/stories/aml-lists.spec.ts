import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { staff } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

const csv = (...rows: string[]): { name: string; mimeType: string; buffer: Buffer } => ({
  name: 'own-list.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['id,name', ...rows, ''].join('\n')),
});

test('An officer adds a watch-list, imports a file, activates its version and finds a listed name', async ({ as }) => {
  const page = await as('amlOfficer');
  await visit(page, '/aml/watch-lists', 'Watch-lists');
  await page.getByRole('button', { name: 'New watch-list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Code').fill('story-list');
  await dialog.getByLabel('Name').fill('List of the story');
  await dialog.getByLabel('Kind').selectOption('own');
  await dialog.getByLabel('Format').selectOption('own-csv');
  await dialog.getByRole('button', { name: 'New watch-list' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'List of the story' })).toBeVisible();
  await isInOrder(page);
  await page.getByRole('button', { name: 'Import a file' }).click();
  await dialog.getByLabel('File').setInputFiles(csv('OWN-1,Rockstone Tamarind', ',Nameless'));
  await dialog.getByRole('button', { name: 'Import the file' }).click();
  await expect(dialog.getByText(/^Line 3:/)).toBeVisible();
  await isInOrder(page);
  await dialog.getByLabel('File').setInputFiles(csv('OWN-1,Rockstone Tamarind', 'OWN-2,Blue Heron Ventures'));
  await dialog.getByRole('button', { name: 'Import the file' }).click();
  await expect(page.getByText('Version 1 has 2 entries: 2 added, 0 changed, 0 removed.')).toBeVisible();
  const versions = page.getByRole('table', { name: 'Versions' });
  await expect(versions).toContainText('own-list.csv');
  await versions.getByRole('button', { name: '…' }).click();
  await page.getByRole('menuitem', { name: 'Activate' }).click();
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await expect(versions).toContainText('Active');
  await isInOrder(page);
  await page.getByRole('tab', { name: 'Search' }).click();
  await page.getByLabel('Name of a person, company or vessel').fill('Tamarind Rockstone');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Matches' })).toContainText('OWN-1');
  await isInOrder(page);
  await page.setViewportSize({ width: 390, height: 860 });
  await isInOrder(page);
});

test('An officer sets the address of a list, another approves it, and a failed fetch leaves the version in use', async ({
  as,
}) => {
  let answer = { status: 200, text: 'id,name\nOWN-1,Rockstone Tamarind\n' };
  const publisher = createServer((_, response) => response.writeHead(answer.status).end(answer.text));
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/own.csv`;
  const list = { code: 'story-source', name: 'List with a source', kind: 'own', format: 'own-csv' };
  expect((await staff('amlOfficer', '/watch-lists', list)).status).toBe(200);
  const page = await as('amlOfficer');
  await visit(page, '/aml/watch-lists/story-source', list.name);
  await expect(page.getByText('Staff send the files of this list.')).toBeVisible();
  await page.getByRole('button', { name: 'Set the source' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(url);
  await isInOrder(page);
  await dialog.getByRole('button', { name: 'Set the source' }).click();
  await expect(page.getByText(/^Sent for approval/)).toBeVisible();
  const other = await as('secondAmlOfficer');
  await visit(other, '/approvals?Status=Pending&DecidableByMe=true', 'Approvals');
  await other.getByRole('link').filter({ hasText: 'story-source' }).first().click();
  await expect(other.getByText(url).first()).toBeVisible();
  await other.getByRole('button', { name: /Approve/ }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByText('Approved.', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('New version in use')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Versions' })).toContainText('own.csv');
  await isInOrder(page);
  answer = { status: 503, text: 'later' };
  await page.getByRole('button', { name: 'Fetch now' }).click();
  await dialog.getByRole('button', { name: 'Fetch now' }).click();
  await expect(page.getByText(/status 503\. The version in use stays\./)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Versions' })).toContainText('Active');
  await isInOrder(page);
  publisher.close();
});

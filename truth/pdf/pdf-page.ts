import { isSilentlyWrong, type MeasuredPdf } from './measure-pdfs.ts';

/** Makes the text of docs/accuracy-of-pdfs.md. The same statements and the same code give the same page. */
export function pdfPage(measured: readonly MeasuredPdf[]): string {
  const whole = measured.filter(({ printed, right, wrong }) => right === printed && wrong === 0);
  const rows = measured.map(({ name, generator, printed, right, wrong, failed, confidence, isConfirmed }) =>
    [name, generator, printed, right, wrong, failed, confidence, isConfirmed ? 'yes' : 'no'].join(' | '),
  );
  return `# Accuracy of PDFs

For whoever changes the reader of PDFs (\`adapters/statement-file/pdf\`). \`npm run truth\` writes this page, and
\`npm run truth -- --pdfs\` writes it alone. It prints statements by several programs, LibreOffice only where it is
installed, and takes others that were printed once (\`truth/pdf/kept\`), together with the lines they have. It reads each
with the format that is inferred from it, and compares ids, names and amounts.

${whole.length} of ${measured.length} statements are read whole. ${measured.filter(isSilentlyWrong).length} are read wrongly with a confidence of 0.8 or more.

| Statement | Generator | Lines | Right | Wrong | Failed | Confidence | Sum confirmed |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join('\n')}

Next: [how a PDF is read](reference/carriers-and-formats.md#pdf), [why](adr/0054-pdf-statements.md), [accuracy of findings](accuracy.md).
`;
}

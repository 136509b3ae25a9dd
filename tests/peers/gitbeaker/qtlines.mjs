// SPDX-License-Identifier: GPL-3.0-only
// Says each result in Qt Test's words, which the count of a test run reads.
export default async function* qtLines(source) {
  for await (const { type, data } of source) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite') continue;
    const word = data.skip !== undefined ? 'SKIP   ' : type === 'test:pass' ? 'PASS   ' : 'FAIL!  ';
    yield `${word}: gitbeaker::${data.name}()\n`;
    if (type === 'test:fail') {
      const failure = data.details.error.cause ?? data.details.error;
      yield `${failure.stack ?? failure}`.replace(/^/gm, '   ') + '\n';
      if (failure.cause) yield `   because of ${failure.cause}\n`;
    }
  }
}

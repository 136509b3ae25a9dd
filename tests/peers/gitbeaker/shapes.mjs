// SPDX-License-Identifier: GPL-3.0-only
// Holds answers against shapes.json, in the words explained in support/shapes.py.
import { readFileSync } from 'node:fs';

const shapes = JSON.parse(readFileSync(new URL('./shapes.json', import.meta.url), 'utf8'));

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const forms = {
  int: (value) => Number.isInteger(value),
  bool: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  array: (value) => Array.isArray(value),
  object: isObject,
  null: (value) => value === null,
  sha: (value) => /^[0-9a-f]{40}$/.test(value),
  time: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/.test(value),
  url: (value) => typeof value === 'string' && value.startsWith('http'),
};

function fits(value, form) {
  return form.split('|').some((choice) => {
    if (choice.startsWith('=')) return choice.slice(1).split(',').includes(value);
    if (choice.startsWith('['))
      return Array.isArray(value) && value.every((item) => complaints(item, choice.slice(1, -1)).length === 0);
    return forms[choice] ? forms[choice](value) : isObject(value) && complaints(value, choice).length === 0;
  });
}

// What is missing or of the wrong type in the answer, as sentences; empty when it fits.
export function complaints(answer, shape) {
  if (!isObject(answer)) return [`${shape} is no object but ${JSON.stringify(answer)}`];
  const found = [];
  for (const [field, form] of Object.entries(shapes[shape])) {
    if (!(field in answer)) found.push(`${shape}.${field} is missing`);
    else if (!fits(answer[field], form)) found.push(`${shape}.${field} should be ${form}, is ${JSON.stringify(answer[field])}`);
  }
  return found;
}

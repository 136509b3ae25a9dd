// SPDX-License-Identifier: GPL-3.0-only
import './calls.mjs';
import './refusals.mjs';
import './identity.mjs';
import './paging.mjs';
import './webhooks.mjs';

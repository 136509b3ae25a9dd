// SPDX-License-Identifier: GPL-3.0-only
// What most teams would write for the same job: checks the body, stores the request in one transaction, answers 202.
// server.js SOCKET USER PASSWORD SCHEMA; prints its port.
import Fastify from 'fastify'
import mysql from 'mysql2/promise'

const [socketPath, user, password, database] = process.argv.slice(2)
const pool = mysql.createPool({ socketPath, user, password, database, connectionLimit: 32, supportBigNumbers: true })
const text = { type: 'string', minLength: 1, maxLength: 128 }
const body = {
  type: 'object',
  required: ['operationId', 'subjectId', 'targetKey', 'reason'],
  additionalProperties: false,
  properties: {
    operationId: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,36}$' },
    subjectId: text,
    targetKey: text,
    reason: { type: 'string', minLength: 1, maxLength: 2000 },
    parameters: { type: 'object' }
  }
}
const fingerprint = '0'.repeat(64)

async function store (requester, change) {
  const { operationId, subjectId, targetKey, reason } = change
  const parameters = JSON.stringify(change.parameters ?? {})
  const connection = await pool.getConnection()
  try {
    await connection.beginTransaction()
    await connection.execute('INSERT INTO request_idempotency (scope, request_id, requester, fingerprint, operation_id, response_status, ' +
      'response_body, expires_at) VALUES (?, ?, ?, ?, ?, 202, ?, TIMESTAMPADD(HOUR, 72, CURRENT_TIMESTAMP(6)))',
      ['changes', operationId, requester, fingerprint, operationId, '{}'])
    await connection.execute('INSERT INTO operation (operation_id, fingerprint, requester, subject_id, target_key, kind, flow, params, ' +
      "reason, partition_key, step_status, binding_status) VALUES (?, ?, ?, ?, ?, 'bind', 'batched', ?, ?, 'access', 10401, 'APPROVAL_SENDING')",
      [operationId, fingerprint, requester, subjectId, targetKey, parameters, reason])
    await connection.execute("INSERT INTO binding (subject_id, target_key, operation_id, status) VALUES (?, ?, ?, 'APPROVAL_SENDING')",
      [subjectId, targetKey, operationId])
    await connection.execute('INSERT INTO operation_history (operation_id, version, event, cause, to_step, to_status, actor, instance) ' +
      "VALUES (?, 1, 'SUBMITTED', 'USER', 10401, 'APPROVAL_SENDING', ?, 'peer')", [operationId, requester])
    await connection.execute("INSERT INTO workflow_task (kind, ref, due_at) VALUES ('SEND_APPROVAL', ?, CURRENT_TIMESTAMP(6))", [operationId])
    await connection.commit()
  } catch (error) {
    await connection.rollback()
    throw error
  } finally {
    connection.release()
  }
}

const server = Fastify({ logger: false })
server.post('/api/v1/changes', { schema: { body } }, async (request, reply) => {
  const requester = request.headers['x-slipway-dev-user']
  if (!requester) return reply.code(401).send({ code: 'UNAUTHENTICATED' })
  await store(requester, request.body)
  return reply.code(202).send({ code: 'ACCEPTED', data: { operationId: request.body.operationId } })
})
await server.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ ready: true, port: server.server.address().port }))

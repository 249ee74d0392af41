// Two sockets a table that play tic-tac-toe, match after match. A line of orders in, a line of figures out, as ../clients.py.
const { io } = require('socket.io-client')
const readline = require('node:readline')

const [port, tables] = process.argv.slice(2).map(Number)
let run = null // the moves of this run: { left, pace, times, began }

class Table {
  constructor(number) {
    this.number = number
    this.match = 0
    this.sockets = [0, 1].map((player) => this.connect(player))
    this.state = null
    this.told = 0
    this.sent = 0
  }

  connect(player) {
    const socket = io(`http://127.0.0.1:${port}/tic-tac-toe`, { transports: ['websocket'], forceNew: true })
    socket.on('sync', (match, sync) => this.take(match, sync.state, player, false))
    socket.on('update', (match, state) => this.take(match, state, player, true))
    return socket
  }

  get id() {
    return `${this.number}-${this.match}`
  }

  sit() {
    this.synced = 0
    this.state = null
    this.sockets.forEach((socket, player) => socket.emit('sync', this.id, String(player), undefined, 2))
  }

  take(match, state, player, moved) {
    if (match !== this.id) return
    if (!moved) {
      this.synced += 1
      this.state = state
      if (this.synced === 2) this.ready()
      return
    }
    if (state._stateID <= this.state._stateID && this.told === 0) return
    this.told += 1
    if (this.told < 2) return
    this.told = 0
    this.state = state
    if (run) run.times.push(performance.now() - this.sent)
    if (state.ctx.gameover) {
      this.match += 1
      this.sit()
    } else this.ready()
  }

  /** It may move: at once, or when its time has come. */
  ready() {
    this.waits = true
    if (this.onReady) this.onReady()
    if (run && !run.pace) this.move()
  }

  move() {
    if (!this.waits || !run) return
    if (run.left <= 0) return finish()
    run.left -= 1
    this.waits = false
    const free = this.state.G.cells.flatMap((cell, id) => (cell === null ? [id] : []))
    const cell = free[Math.floor(Math.random() * free.length)]
    const player = this.state.ctx.currentPlayer
    const action = { type: 'MAKE_MOVE', payload: { type: 'clickCell', args: [cell], playerID: player, credentials: undefined } }
    this.sent = performance.now()
    this.sockets[Number(player)].emit('update', action, this.state._stateID, this.id, player)
  }
}

function finish() {
  if (!run || all.some((table) => !table.waits)) return
  const seconds = (performance.now() - run.began) / 1000
  const times = run.times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  run.timers.forEach(clearInterval)
  console.log(JSON.stringify({ moves: times.length, seconds, p50: at(0.5), p99: at(0.99) }))
  run = null
}

const all = Array.from({ length: tables }, (_, number) => new Table(number))

async function seated() {
  await Promise.all(
    all.map((table) => {
      const done = new Promise((resolve) => (table.onReady = resolve))
      table.sit()
      return done
    }),
  )
  console.log(JSON.stringify({ ready: true }))
}
seated()

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { moves, pace } = JSON.parse(line)
  run = { left: moves, pace, times: [], began: performance.now(), timers: [] }
  if (!pace) all.forEach((table) => table.move())
  else
    for (const table of all)
      setTimeout(() => {
        if (!run) return
        table.move()
        run.timers.push(setInterval(() => table.move(), pace * 1000))
      }, Math.random() * pace * 1000)
})

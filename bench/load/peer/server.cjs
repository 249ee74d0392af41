// The peer: boardgame.io with tic-tac-toe, everything in memory, as its tutorial does it.
const { Server } = require('boardgame.io/server')

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
]

const ticTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return 'INVALID_MOVE'
      G.cells[id] = playerID
    },
  },
  endIf: ({ G, ctx }) => {
    const won = LINES.some((line) => G.cells[line[0]] !== null && line.every((cell) => G.cells[cell] === G.cells[line[0]]))
    if (won) return { winner: ctx.currentPlayer }
    if (G.cells.every((cell) => cell !== null)) return { draw: true }
  },
}

const server = Server({ games: [ticTacToe], origins: ['*'] })
server.run({ port: Number(process.argv[2]), lobbyConfig: undefined }, () => console.log('ready'))

/* The moods of the scenes: a sky, a ground, a light, and how much of the air lies on everything. */

export interface Mood {
  /* From the top of the sky to the horizon. */
  sky: [string, string, string];
  /* The ground behind and the ground in front. */
  ground: [string, string];
  light: string;
  /* Where the light comes from, in hundredths of the picture. */
  from: [number, number];
  /* The air: its colour, and its share in the colour of everything near. */
  air: string;
  share: number;
}

export const MOODS: Record<string, Mood> = {
  night: { sky: ['#14153a', '#2c2f6e', '#55539a'], ground: ['#23285c', '#171839'], light: '#fff2c4', from: [74, 20], air: '#2a2f78', share: 0.15 },
  dusk: { sky: ['#3a2f6b', '#a5527f', '#f2a868'], ground: ['#5b3566', '#33204a'], light: '#ffd9a0', from: [30, 62], air: '#8a3f6b', share: 0.11 },
  dawn: { sky: ['#7a8cc4', '#f2b9b0', '#fbe3b5'], ground: ['#93809f', '#625a85'], light: '#fff1c8', from: [70, 58], air: '#f2c0b0', share: 0.12 },
  day: { sky: ['#7cc4e4', '#bfe3e6', '#f3efd2'], ground: ['#94bd6e', '#649a53'], light: '#fff7d6', from: [22, 14], air: '#fff3d0', share: 0.06 },
  sea: { sky: ['#3a8fae', '#86cbc8', '#e2efd6'], ground: ['#2a7d98', '#175a78'], light: '#fffbe0', from: [26, 18], air: '#3f9fb0', share: 0.1 },
  deep: { sky: ['#37a9b8', '#17698f', '#0c325c'], ground: ['#11456a', '#092a48'], light: '#c8f6ea', from: [40, -6], air: '#17698f', share: 0.15 },
  fog: { sky: ['#b3b7c0', '#d5d2d2', '#ece6dc'], ground: ['#a9a7b0', '#7f7e8c'], light: '#fffdf4', from: [60, 30], air: '#d0cece', share: 0.14 },
  forest: { sky: ['#dbe3a0', '#8cb878', '#3c6f58'], ground: ['#305a46', '#1c4034'], light: '#fbf6c0', from: [64, 10], air: '#3f6b4a', share: 0.14 },
  ember: { sky: ['#5a1730', '#b5363f', '#f2914e'], ground: ['#571a2e', '#300e1e'], light: '#ffd08a', from: [50, 66], air: '#a53038', share: 0.12 },
  snow: { sky: ['#8fa5cc', '#cfdcea', '#f3f1ee'], ground: ['#eef0f4', '#d5deec'], light: '#fffef4', from: [30, 16], air: '#c5d3ea', share: 0.12 },
  storm: { sky: ['#2b3440', '#4d5d6e', '#95a4a2'], ground: ['#43525a', '#2a363e'], light: '#eef6e2', from: [62, 14], air: '#42505c', share: 0.14 },
  sand: { sky: ['#e6a860', '#f3d093', '#fbeccb'], ground: ['#dcaa64', '#bd8449'], light: '#fff6d8', from: [72, 22], air: '#e8b26a', share: 0.1 },
  rose: { sky: ['#e0859a', '#f6c4bb', '#fde9d4'], ground: ['#c97a92', '#9f567c'], light: '#fff3e0', from: [28, 26], air: '#f0a0a8', share: 0.1 },
  lamp: { sky: ['#633a49', '#a0604f', '#dba064'], ground: ['#63384a', '#46293e'], light: '#ffe3a6', from: [50, 18], air: '#c97f4a', share: 0.1 },
  mint: { sky: ['#3f948c', '#93ccb3', '#ebf2d2'], ground: ['#33807a', '#235d58'], light: '#fffde4', from: [30, 18], air: '#6fb8a2', share: 0.1 },
  violet: { sky: ['#2b1a4f', '#6a3f94', '#cb8ebb'], ground: ['#402869', '#28174a'], light: '#ffe6f4', from: [50, 24], air: '#5a378a', share: 0.11 },
};

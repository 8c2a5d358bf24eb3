// The Spanish texts of the page of experiments.
import type { ExperimentsWords } from './experiments-en';

export const es: ExperimentsWords = {
  title: 'Experimentos',
  about:
    'El operador de este servidor muestra a algunos visitantes, elegidos al azar, otra versión de algo para saber cuál es mejor. No tiene por qué participar.',
  loading: 'Cargando…',
  absent: 'En este servidor no hay experimentos.',
  none: 'Ahora no hay ningún experimento.',
  shareOf: (share) => `para el ${share} de los visitantes`,
  since: (date) => `desde el ${date}`,
  variant: 'Usted ve el cambio',
  control: 'Usted lo ve como era',
  opponent: (name, share) => `${name} juega de otra forma contra el ${share} de los jugadores`,
  changedOpponent: (name) => `Usted juega contra ${name} con cambios`,
  usualOpponent: (name) => `Usted juega contra ${name} como siempre`,
  leave: 'No participar en ninguno',
  join: 'Participar',
  left: 'Desde la próxima página y la próxima partida no participa en ningún experimento.',
  joined: 'Participa desde la próxima página y la próxima partida.',
};

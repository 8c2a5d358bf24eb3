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
  leave: 'No participar en ninguno',
  join: 'Participar',
  left: 'Desde la próxima página no participa en ningún experimento.',
  joined: 'Participa desde la próxima página.',
};

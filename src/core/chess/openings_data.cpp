// The table of openings; detail/opening_table.hpp says how it is written.
//
// Written by hand from common knowledge, not taken from another collection. The codes agree with
// those that pgn-extract gives to the same moves, save where collections are known to differ.
#include "chess/detail/opening_table.hpp"

namespace kibitz::detail {

const std::array<std::string_view, 3> opening_texts = {
    R"openings(e4 B00 King's Pawn Game
 b6 B00 Owen Defense
  d4 Bb7 Bd3 e6 Nf3 c5 c3 B00 :Main Line
 Nc6 B00 Nimzowitsch Defense
  d4
   e5 B00 :Kennedy Variation
   d5 B00 :Scandinavian Variation
    e5 B00 :Scandinavian Variation, Advance Variation
    Nc3 B00 :Scandinavian Variation, Bogoljubow Variation
  Nf3 B00 :Declined Variation
 a6 B00 St. George Defense
 g5 B00 Borg Defense
 f5 B00 Duras Gambit
 f6 B00 Barnes Defense
 Na6 B00 Lemming Defense
 h5 B00 Goldsmith Defense
 a5 B00 Corn Stalk Defense
 Nh6 B00 Adams Defense
 d5 B01 Scandinavian Defense
  exd5 Qxd5 B01 :Mieses-Kotrc Variation
   Nc3 Qa5 B01 :Main Line
    d4 Nf6 Nf3 Bf5 B01 :Classical Variation
    b4 B01 :Leonhardt Gambit
   Nc3 Qd8 B01 :Valencian Variation
   Nc3 Qd6 B01 :Gubinsky-Melts Defense
  exd5 Nf6 B01 :Modern Variation
   d4 Nxd5 B01 :Marshall Variation
   d4 Bg4 B01 :Portuguese Gambit
   c4 e6 B01 :Icelandic Gambit
   c4 c6 B01 :Blackburne-Kloosterboer Gambit
 Nf6 B02 Alekhine Defense
  Nc3 d5 B02 :Scandinavian Variation
   e5 Nfd7 B02 :Spielmann Gambit
  Bc4 B02 :Krejcik Variation
  d3 B02 :Maroczy Variation
  e5 Nd5 B02 :Normal Variation
   c4 Nb6 c5 B02 :Two Pawns Attack
   Nc3 B02 :Sämisch Attack
   Bc4 B02 :Welling Variation
   d4 B03 :Advance System
    d6 c4 Nb6
     f4 B03 :Four Pawns Attack
      dxe5 fxe5 Nc6 Be3 Bf5 B03 :Four Pawns Attack, Main Line
      g5 B03 :Four Pawns Attack, Planinc Variation
     exd6 B03 :Exchange Variation
    d6 Bc4 B03 :Balogh Variation
    d6 Nf3 B04 :Modern Variation
     dxe5 Nxe5 B04 :Modern Variation, Larsen Variation
     g6 B04 :Modern Variation, Alburt Variation
     Bg4 B05 :Modern Variation, Main Line
      Be2 e6 O-O Be7 c4 Nb6 B05 :Modern Variation, Flohr Variation
      h3 B05 :Modern Variation, Panov Variation
     Nc6 B04 :Modern Variation, Kengis Idea
 g6 B06 Modern Defense
  d4 Bg7 B06 :Standard Defense
   Nc3
    c5 B06 :Pterodactyl Variation
    d6 f4 B06 :Pseudo-Austrian Attack
    d6 Nf3 B06 :Two Knights Variation
   c4 A40 Modern Defense
    d6 Nc3 A42 Modern Defense: Averbakh System
     Nc6 A42 Modern Defense: Averbakh System, Kotov Variation
 d6 B07 Pirc Defense
  d4 Nf6 Nc3
   e5 B07 :Lion Variation
   c6 B07 :Czech Defense
   g6
    Be3 B07 :150 Attack
    Bg5 B07 :Byrne Variation
    Be2 B07 :Sveshnikov System
    Bc4 B07 :Kholmov System
    g3 B07 :Fianchetto System
    Nf3 B08 :Classical Variation
     Bg7 Be2 B08 :Classical Variation, Two Knights System
      O-O O-O c6 h3 B08 :Classical Variation, Quiet System
     Bg7 h3 B08 :Classical Variation, Schlechter Variation
    f4 B09 :Austrian Attack
     Bg7 Nf3 c5 B09 :Austrian Attack, Dragon Formation
     Bg7 Nf3 O-O Bd3 B09 :Austrian Attack, Weiss Variation
     Bg7 Nf3 O-O e5 B09 :Austrian Attack, Unzicker Attack
  d4 Nf6 f3 B07 :Roscher Gambit
 c6 B10 Caro-Kann Defense
  c4 B10 :Accelerated Panov Attack
  d3 B10 :Breyer Variation
  Bc4 B10 :Hillbilly Attack
  Nc3 d5
   Qf3 B10 :Goldman Variation
   Nf3 B10 :Two Knights Attack
    Bg4 B11 :Two Knights Attack, Mindeno Variation
     h3 Bxf3 B11 :Two Knights Attack, Mindeno Variation, Exchange Line
  d4 B12 :Main Lines
   d5 B12 :Main Line
    f3 B12 :Maroczy Variation
    e5 B12 :Advance Variation
     Bf5
      Nf3 e6 Be2 B12 :Advance Variation, Short Variation
      g4 B12 :Advance Variation, Bayonet Attack
      h4 B12 :Advance Variation, Tal Variation
      Nc3 e6 g4 B12 :Advance Variation, Van der Wiel Attack
     c5 B12 :Advance Variation, Botvinnik-Carls Defense
    exd5 B13 :Exchange Variation
     cxd5 B13 :Exchange Variation, Main Line
      Bd3 Nc6 c3 Nf6 Bf4 B13 :Exchange Variation, Rubinstein Variation
      c4 B13 :Panov Attack
       Nf6 c5 B13 :Panov Attack, Gunderam Attack
       Nf6 Nc3 Nc6 B13 :Panov Attack, Modern Defense
        Bg5 B13 :Panov Attack, Modern Defense, Mieses Line
       Nf6 Nc3 e6 B14 :Panov Attack, Main Line
       Nf6 Nc3 g6 B14 :Panov Attack, Fianchetto Defense
    Nc3 B15
     g6 B15 :Gurgenidze System
     b5 B15 :Gurgenidze Counterattack
     dxe4 B15 :Open Variation
      Bc4 B15 :Von Hennig Gambit
      f3 B15 :Rasa-Studier Gambit
      Nxe4
       Nf6
        Nxf6+ exf6 B15 :Tartakower Variation
         Bc4 B15 :Forgacs Variation
        Nxf6+ gxf6 B16 :Bronstein-Larsen Variation
        Ng3 B15 :Alekhine Gambit
       Nd7 B17 :Karpov Variation
        Bc4 Ngf6 Ng5 B17 :Karpov Variation, Smyslov Variation
        Ng5 B17 :Karpov Variation, Modern Variation
        Nf3 Ngf6 Nxf6+ Nxf6 B17 :Karpov Variation, Main Line
       Bf5 B18 :Classical Variation
        Ng3 Bg6 B18 :Classical Variation, Main Line
         h4
          h6 Nf3 Nd7 B19 :Classical Variation, Seirawan Variation
           h5 Bh7 Bd3 Bxd3 Qxd3 B19 :Classical Variation, Spassky Variation
         Bc4 B18 :Classical Variation, Flohr Variation
         f4 B18 :Classical Variation, Maroczy Attack
 c5 B20 Sicilian Defense
  b4 B20 :Wing Gambit
   cxb4 a3 B20 :Wing Gambit, Marshall Variation
  b3 B20 :Snyder Variation
  g3 B20 :Lasker-Dunne Attack
  Bc4 B20 :Bowdler Attack
  c4 B20 :Staunton-Cochrane Variation
  Ne2 B20 :Keres Variation
  Na3 B20 :Gloria Variation
  f4 B21 :McDonnell Attack
   d5 exd5 Nf6 B21 :McDonnell Attack, Tal Gambit
  d4 B21 :Open Gambits
   cxd4
    c3 B21 :Smith-Morra Gambit
     dxc3 B21 :Smith-Morra Gambit Accepted
      Nxc3 Nc6 Nf3 d6 Bc4 a6 B21 :Smith-Morra Gambit Accepted, Chicago Defense
     Nf6 B21 :Smith-Morra Gambit Declined, Alapin Formation
    Nf3 B21 :Morphy Gambit
  c3 B22 :Alapin Variation
   d5 B22 :Alapin Variation, Barmen Defense
   Nf6 e5 Nd5 d4 cxd4 Nf3 B22 :Alapin Variation, Stoltz Attack
   e6 B22 :Alapin Variation, Sherzer Variation
  Nc3 B23 :Closed
   a6 B23 :Closed, Korchnoi Defense
   Nc6 B23 :Closed, Traditional
    Bb5 B23 :Closed, Carlsen Gambit
    f4 B23 :Grand Prix Attack
     g6 Nf3 Bg7 Bb5 B23 :Grand Prix Attack, Schofman Variation
    g3 B24 :Closed, Fianchetto Variation
     g6 B24 :Closed, Double Fianchetto
      Bg2 Bg7 d3 B24 :Closed, Main Line
       d6 B25
        f4
         e5 B25 :Closed, Botvinnik Defense
        Nge2 e5 B25 :Closed, Botvinnik Defense, Edge Variation
        Be3 B26 :Closed, Smyslov Variation
  Nf3 B27
   g6 B27 :Hyperaccelerated Dragon
    d4 B27 :Hyperaccelerated Dragon, Main Line
   Qc7 B27 :Quinteros Variation
   b6 B27 :Katalimov Variation
   f5 B27 :Brussels Gambit
   a6 B28 :O'Kelly Variation
    d4 cxd4 Nxd4 Nf6 B28 :O'Kelly Variation, Normal System
    c4 B28 :O'Kelly Variation, Maroczy Bind
    c3 B28 :O'Kelly Variation, Venice System
   Nf6 B29 :Nimzowitsch Variation
    e5 Nd5 Nc3 e6 Nxd5 exd5 d4 Nc6 B29 :Nimzowitsch Variation, Rubinstein Countergambit
   Nc6 B30 :Old Sicilian
    Bb5 B30 :Nyezhmetdinov-Rossolimo Attack
     e6 B30 :Nyezhmetdinov-Rossolimo Attack, Symmetrical Defense
     g6 B31 :Nyezhmetdinov-Rossolimo Attack, Fianchetto Variation
      O-O Bg7 c3 e5 d4 B31 :Nyezhmetdinov-Rossolimo Attack, Gurgenidze Variation
    d4 B32
     cxd4 Nxd4 B32 :Open
      Qb6 B32 :Godiva Variation
      Qc7 B32 :Flohr Variation
      d5 B32 :Nimzo-American Variation
      e5
       Nb5 a6 B32 :Löwenthal Variation
       Nb5 d6 B32 :Kalashnikov Variation
      g6 B34 :Accelerated Dragon
       Nxc6 B34 :Accelerated Dragon, Exchange Variation
       Nc3 B34 :Accelerated Dragon, Modern Variation
        Bg7 Be3 Nf6 Bc4 B35 :Accelerated Dragon, Modern Bc4 Variation
       c4 B36 :Accelerated Dragon, Maroczy Bind
        Nf6 Nc3 Nxd4 Qxd4 d6 B36 :Accelerated Dragon, Maroczy Bind, Gurgenidze Variation
        Bg7 B37
         Be3 B38
          Nf6 Nc3 Ng4 B39 :Accelerated Dragon, Maroczy Bind, Breyer Variation
      Nf6 B33
       Nc3 e5 B33 :Lasker-Pelikan Variation
        Ndb5 d6
         Bg5 a6 Na3 b5 B33 :Sveshnikov Variation
          Bxf6 gxf6 Nd5 f5 B33 :Sveshnikov Variation, Novosibirsk Complex
          Nd5 B33 :Sveshnikov Variation, Chelyabinsk Variation
       Nc3 d6 B56 :Classical Variation
   e6 B40 :French Variation
    d3 B40 :French Variation, King's Indian Attack
    c4 B40 :Kramnik Variation
    c3 B40 :Delayed Alapin Variation
    b3 B40 :Westerinen Attack
    d4 cxd4 Nxd4 B40 :French Variation, Open
     Bc5 B40 :Basman Variation
     Qb6 B40 :Kveinis Variation
     Nf6 B40 :French Variation, Normal
      Nc3 Bb4 B40 :Pin Variation
     a6 B41 :Kan Variation
      c4 B41 :Kan Variation, Maroczy Bind
       Nf6 Nc3 Bb4 B41 :Kan Variation, Maroczy Bind, Bronstein Variation
      Bd3 B42 :Kan Variation, Modern Variation
       Bc5 B42 :Kan Variation, Polugaevsky Variation
       g6 B42 :Kan Variation, Gipslis Variation
      Nc3 B43 :Kan Variation, Knight Variation
     Nc6 B44 :Taimanov Variation
      Nb5 d6 c4 B44 :Taimanov Variation, Szen Variation
      Nc3 B45 :Taimanov Variation, Normal Variation
       a6 B46
       Qc7 B47 :Taimanov Variation, Bastrikov Variation
        Be3 B48 :Taimanov Variation, English Attack
         a6 Be2 B49
        g3 B47 :Taimanov Variation, Bastrikov Variation, Fianchetto
       Nf6 B45 :Four Knights Variation
   d6 B50 :Modern Variations
    c3 B50 :Delayed Alapin
    b4 B50 :Wing Gambit, Deferred
    b3 B50 :Kopec-Kotronias Fianchetto
    Bb5+ B51 :Moscow Variation
     Nd7 B51 :Moscow Variation, Main Line
     Bd7 B52 :Moscow Variation, Sokolsky Variation
      Bxd7+ Qxd7 c4 B52 :Moscow Variation, Sokolsky Variation, Maroczy Bind
    d4 B53
     cxd4 Qxd4 B53 :Chekhover Variation
      Nc6 Bb5 B53 :Chekhover Variation, Zaitsev Defense
     cxd4 Nxd4 B54 :Open Variation
      Nf6 f3 B54 :Prins Variation
       e5 Bb5+ B55 :Prins Variation, Venice Attack
      Nf6 Nc3 B56
       Nc6 Bc4 B57 :Classical Variation, Sozin Attack
        e6 B88 :Sozin Attack
         Be3 Be7 Qe2 B89 :Velimirović Attack
         Be3 B89 :Sozin Attack, Main Line
         Bb3 B88 :Sozin Attack, Leonhardt Variation
       Nc6 Be2 B58
        e5 B58 :Boleslavsky Variation
         Nb3 B59 :Boleslavsky Variation, Main Line
       Nc6 Bg5 B60 :Richter-Rauzer Variation
        Bd7 B60 :Richter-Rauzer Variation, Modern Variation
         Qd2 B61 :Richter-Rauzer Variation, Modern Variation, Main Line
        e6 B62
         Bb5 B62 :Richter-Rauzer Variation, Margate Variation
         Nxc6 B62 :Richter-Rauzer Variation, Exchange Variation
         Qd2 B63 :Richter-Rauzer Variation, Traditional Variation
          Be7 O-O-O O-O f4 B64 :Richter-Rauzer Variation, Classical Variation
           Nxd4 B65 :Richter-Rauzer Variation, Classical Variation, Kantscher Line
          a6 B66 :Richter-Rauzer Variation, Neo-Modern Variation
           O-O-O Bd7 B67
            f4 Be7 B68 :Richter-Rauzer Variation, Neo-Modern Variation, Nyezhmetdinov Attack
             Nf3 b5 Bxf6 B69 :Richter-Rauzer Variation, Neo-Modern Variation, Main Line
       g6 B70 :Dragon Variation
        g3 B70 :Dragon Variation, Fianchetto Variation
        f4 B71 :Dragon Variation, Levenfish Variation
        Be3 B72
         Bg7 Be2
          Nc6 Nb3 B72 :Dragon Variation, Nottingham Variation
          Nc6 O-O B73 :Dragon Variation, Classical Variation
           O-O Nb3 B74 :Dragon Variation, Classical Variation, Main Line
         Bg7 f3 B75 :Dragon Variation, Yugoslav Attack
          O-O B76
           Qd2 Nc6 O-O-O B76 :Dragon Variation, Yugoslav Attack, Panov Variation
           Qd2 Nc6 Bc4 B77 :Dragon Variation, Yugoslav Attack, Main Line
            Bd7 O-O-O B78
             Qa5 Bb3 Rfc8 h4 B79 :Dragon Variation, Yugoslav Attack, Sosonko Variation
       e6 B80 :Scheveningen Variation
        Be3 B80 :Scheveningen Variation, English Attack
        g3 B80 :Scheveningen Variation, Fianchetto Variation
        Bb5+ B80 :Scheveningen Variation, Vitolins Variation
        g4 B81 :Scheveningen Variation, Keres Attack
        f4 B82 :Scheveningen Variation, Matanovic Attack
        Be2 B83 :Scheveningen Variation, Modern Variation
         a6 B84 :Scheveningen Variation, Classical Variation
          O-O Qc7 f4 Nc6 B85 :Scheveningen Variation, Classical Main Line
        Bc4 B86 :Sozin Attack
         a6 Bb3 b5 B87 :Sozin Attack, Flank Variation
       a6 B90 :Najdorf Variation
        Be3 B90 :Najdorf Variation, English Attack
        Bc4 B90 :Najdorf Variation, Lipnitsky Attack
        h3 B90 :Najdorf Variation, Adams Attack
        Rg1 B90 :Najdorf Variation, Freak Attack
        g3 B91 :Najdorf Variation, Zagreb Variation
        Be2 B92 :Najdorf Variation, Opocensky Variation
        f4 B93 :Najdorf Variation, Amsterdam Variation
        Bg5 B94
         Nbd7 Bc4 Qa5 Qd2 e6 O-O-O b5 B94 :Najdorf Variation, Ivkov Variation
         e6 B95
          f4 B96
           b5 B96 :Najdorf Variation, Polugaevsky Variation
           Qb6 B97
            Qd2 Qxb2 B97 :Najdorf Variation, Poisoned Pawn Variation
           Be7 B98 :Najdorf Variation, Classical Variation
            Qf3 h6 Bh4 g5 B98 :Najdorf Variation, Goteborg Variation
            Qf3 Qc7
             O-O-O Nbd7 B99 :Najdorf Variation, Main Line
 e6 C00 French Defense
  d3 C00 :King's Indian Attack
  Qe2 C00 :Chigorin Variation
  b3 C00 :Réti-Spielmann Attack
  c4 C00 :Steiner Variation
  f4 C00 :La Bourdonnais Variation
  e5 C00 :Steinitz Attack
  Nf3 C00 :Knight Variation
   d5 Nc3 C00 :Two Knights Variation
   d5 e5 c5 b4 C00 :Wing Gambit
  Nc3 C00 :Queen's Knight
  d4 C00 :Normal Variation
   c5 C00 :Franco-Sicilian Defense
   d5 C00 :Main Line
    Be3 C00 :Alapin Gambit
    Bd3 C00 :Schlechter Variation
    exd5 C01 :Exchange Variation
     exd5 C01 :Exchange Variation, Main Line
      c4 C01 :Exchange Variation, Monte Carlo Variation
    e5 C02 :Advance Variation
     c5 C02 :Advance Variation, Main Line
      c3 Nc6 Nf3 C02 :Advance Variation, Paulsen Attack
       Qb6 Bd3 C02 :Advance Variation, Milner-Barry Gambit
       Qb6 a3 C02 :Advance Variation, Lputian Variation
       Bd7 C02 :Advance Variation, Euwe Variation
      Qg4 C02 :Advance Variation, Nimzowitsch Attack
      Nf3 C02 :Advance Variation, Nimzowitsch System
      dxc5 C02 :Advance Variation, Steinitz Variation
    Nd2 C03 :Tarrasch Variation
     a6 C03 :Tarrasch Variation, Modern System
     f5 C03 :Tarrasch Variation, Haberditz Variation
     Be7 C03 :Tarrasch Variation, Morozevich Variation
     Nc6 C03 :Tarrasch Variation, Guimard Defense
      Ngf3 Nf6 C04 :Tarrasch Variation, Guimard Defense, Main Line
     Nf6 C05 :Tarrasch Variation, Closed Variation
      e5 Nfd7 Bd3 c5 c3 Nc6 Ne2 cxd4 cxd4 C06 :Tarrasch Variation, Closed Variation, Main Line
      e5 Ne4 C05 :Tarrasch Variation, Closed Variation, Central Knight
      e5 Nfd7 f4 C05 :Tarrasch Variation, Pawn Center Variation
     c5 C07 :Tarrasch Variation, Open System
      exd5 Qxd5 C07 :Tarrasch Variation, Chistyakov Defense
      exd5 exd5 C08 :Tarrasch Variation, Open System, Main Line
       Ngf3 Nc6 C09 :Tarrasch Variation, Open System, Knight Variation
    Nc3 C10 :Paulsen Variation
     Nc6 C10 :Hecht-Reefschläger Variation
     dxe4 C10 :Rubinstein Variation
      Nxe4 Nd7 C10 :Rubinstein Variation, Blackburne Defense
      Nxe4 Bd7 C10 :Rubinstein Variation, Fort Knox Variation
     Nf6 C11 :Classical Variation
      exd5 C11 :Classical Variation, Delayed Exchange
      e5 C11 :Steinitz Variation
       Nfd7 f4
        c5 Nf3 Nc6 Be3 C11 :Steinitz Variation, Boleslavsky Variation
       Nfd7 Nce2 C11 :Steinitz Variation, Shirov-Anand Variation
      Bg5
       dxe4 C11 :Classical Variation, Burn Variation
       Bb4 C12 :McCutcheon Variation
        e5 h6 Bd2 C12 :McCutcheon Variation, Lasker Variation
        exd5 C12 :McCutcheon Variation, Exchange Variation
       Be7 C13 :Classical Variation, Normal Variation
        Bxf6 C13 :Classical Variation, Anderssen Attack
        e5 Nfd7 h4 C13 :Alekhine-Chatard Attack
        e5 Nfd7 Bxe7 Qxe7 C14 :Classical Variation, Main Line
         f4 C14 :Classical Variation, Steinitz Variation
         Nb5 C14 :Classical Variation, Alapin Variation
         Qd2 C14 :Classical Variation, Rubinstein Variation
     Bb4 C15 :Winawer Variation
      Nge2 C15 :Winawer Variation, Alekhine-Maroczy Gambit
      Bd2 C15 :Winawer Variation, Müller-Zhuravlev Gambit
      Bd3 C15 :Winawer Variation, Kondratiyev Variation
      exd5 exd5 C01 :Winawer Variation, Delayed Exchange Variation
      e5 C16 :Winawer Variation, Advance Variation
       b6 C16 :Winawer Variation, Petrosian Variation
       c5 C17 :Winawer Variation, Advance Variation, Main Line
        Bd2 C17 :Winawer Variation, Bogoljubow Variation
        a3 C17 :Winawer Variation, Advance Variation, Main Line
         Ba5 C17 :Winawer Variation, Armenian Variation
         Bxc3+ bxc3 Ne7 C18
          Qg4
           Qc7 C18 :Winawer Variation, Poisoned Pawn Variation
          Nf3 C19 :Winawer Variation, Positional Variation
          a4 C19 :Winawer Variation, Smyslov Variation
 e5 C20 King's Pawn Game: Open Game
  Qh5 C20 Danvers Opening
  Qf3 C20 Napoleon Opening
  Bb5 C20 Portuguese Opening
  c3 C20 Lopez Opening
  Ne2 C20 Alapin Opening
  d3 C20 Leonardis Variation
  c4 C20 Macleod Attack
  Ke2 C20 Bongcloud Attack
  d4 C21 Center Game
   exd4 c3 C21 Danish Gambit
    dxc3 Bc4 C21 Danish Gambit Accepted
     cxb2 Bxb2 C21 Danish Gambit Accepted: Double Pawn
      d5 C21 Danish Gambit Accepted: Schlechter Defense
   exd4 Qxd4
    Nc6 C22 Center Game: Normal Variation
     Qe3 C22 Center Game: Paulsen Attack
  Bc4 C23 Bishop's Opening
   Bc5 C23 :Boi Variation
    b4 C23 :Wing Gambit
    c3 C23 :Philidor Variation
   f5 C23 :Calabrese Countergambit
   c6 C23 :Philidor Counterattack
   Nf6 C24 :Berlin Defense
    d3
     c6 C24 :Paulsen Defense
    d4 C24 :Ponziani Gambit
     exd4 Nf3 C24 :Urusov Gambit
    f4 C24 :Greco Gambit
  Nc3 C25 Vienna Game
   Bc5 C25 :Anderssen Defense
   Nc6 C25 :Max Lange Defense
    f4 C25 Vienna Gambit
     exf4 Nf3 C25 Vienna Gambit: Main Line
      g5 h4 g4 Ng5 C25 Vienna Gambit: Hamppe-Allgaier Gambit
     exf4 d4 C25 Vienna Gambit: Steinitz Gambit
    g3 C25 :Paulsen Variation
   Nf6 C26 :Falkbeer Variation
    g3 C26 :Mieses Variation
    Bc4 C26 :Stanley Variation
     Nxe4 C27 :Frankenstein-Dracula Variation
     Nc6 C28 :Stanley Variation, Three Knights
    f4 C29
     d5 C29 :Vienna Gambit, Main Line
      fxe5 Nxe4 Qf3 C29 :Vienna Gambit, Paulsen Attack
      fxe5 Nxe4 Nf3 C29 :Vienna Gambit, Breyer Variation
  f4 C30 King's Gambit
   Bc5 C30 King's Gambit Declined: Classical Variation
    Nf3 d6 C30 King's Gambit Declined: Classical Variation, Main Line
   Nf6 C30 King's Gambit Declined: Petrov Variation
   Qh4+ C30 King's Gambit Declined: Keene Defense
   d6 C30 King's Gambit Declined: Zukertort Variation
   d5 C31 King's Gambit Declined: Falkbeer Countergambit
    exd5 c6 C31 King's Gambit Declined: Falkbeer Countergambit, Nimzowitsch-Marshall Countergambit
    exd5 e4
     d3 Nf6 C32 King's Gambit Declined: Falkbeer Countergambit, Charousek Gambit
   exf4 C33 King's Gambit Accepted
    Be2 C33 King's Gambit Accepted: Lesser Bishop's Gambit
    Qf3 C33 King's Gambit Accepted: Breyer Gambit
    d4 C33 King's Gambit Accepted: Villemson Gambit
    Nc3 C33 King's Gambit Accepted: Mason-Keres Gambit
    Bc4 C33 King's Gambit Accepted: Bishop's Gambit
     Qh4+
      Kf1 b5 C33 King's Gambit Accepted: Bishop's Gambit, Bryan Countergambit
     Nf6 C33 King's Gambit Accepted: Bishop's Gambit, Cozio Defense
     d5 C33 King's Gambit Accepted: Bishop's Gambit, Bledow Variation
    Nf3 C34 King's Gambit Accepted: King's Knight's Gambit
     d6 C34 King's Gambit Accepted: Fischer Defense
     Nf6 C34 King's Gambit Accepted: Schallopp Defense
     h6 C34 King's Gambit Accepted: Becker Defense
     Ne7 C34 King's Gambit Accepted: Bonsch-Osmolovsky Variation
     Be7 C35 King's Gambit Accepted: Cunningham Defense
      Bc4 Nf6 C35 King's Gambit Accepted: Cunningham Defense, McCormick Defense
     d5 C36 King's Gambit Accepted: Modern Defense
      exd5 Nf6 C36 King's Gambit Accepted: Abbazia Defense
     g5 C37 King's Gambit Accepted: Classical Variation
      Nc3 C37 King's Gambit Accepted: Quade Gambit
      d4 C37 King's Gambit Accepted: Rosentreter Gambit
      Bc4
       g4 O-O C37 King's Gambit Accepted: Muzio Gambit
        gxf3 Qxf3 C37 King's Gambit Accepted: Muzio Gambit Accepted
       g4 Ne5 C37 King's Gambit Accepted: Salvio Gambit
       g4 Bxf7+ C37 King's Gambit Accepted: Lolli Gambit
       Bg7 C38 King's Gambit Accepted: Traditional Variation
        O-O C38 King's Gambit Accepted: Hanstein Gambit
        h4 C38 King's Gambit Accepted: Philidor Gambit
      h4 C39
       g4 Ng5 C39 King's Gambit Accepted: Allgaier Gambit
       g4 Ne5 C39 King's Gambit Accepted: Kieseritzky Gambit
        Nf6 C39 King's Gambit Accepted: Kieseritzky Gambit, Berlin Defense
  Nf3 C40 King's Knight Opening
   f6 C40 Damiano Defense
   f5 C40 Latvian Gambit
    Nxe5 C40 Latvian Gambit: Mainline
    exf5 C40 Latvian Gambit Accepted
   d5 C40 Elephant Gambit
    exd5 e4 C40 Elephant Gambit: Paulsen Countergambit
   Qe7 C40 Gunderam Defense
   Qf6 C40 Greco Defense
   Bc5 C40 Busch-Gass Gambit
   d6 C41 Philidor Defense
    Bc4
     Be7 C41 :Steinitz Variation
     f5 C41 :Lopez Countergambit
    d4 C41 :Center Attack
     exd4 C41 :Exchange Variation
      Qxd4 C41 :Morphy Variation
      Nxd4 g6 C41 :Larsen Variation
     Nd7 C41 :Hanham Variation
     Nf6 C41 :Nimzowitsch Variation
      Nc3 Nbd7 C41 :Improved Hanham Variation
     f5 C41 :Philidor Countergambit
     Bg4 C41 :Duke of Brunswick Game
   Nf6 C42 Petrov's Defense
    Nc3 C42 :Three Knights Game
    Bc4 C42 :Italian Variation
     Nxe4 Nc3 C42 Boden-Kieseritzky Gambit
    Nxe5 C42 :Classical Variation
     Nxe4 C42 :Damiano Variation
     d6 Nxf7 C42 :Cochrane Gambit
     d6 Nc4 C42 :Paulsen Attack
     d6 Nd3 C42 :Karklins-Martinovsky Variation
     d6 Nf3 Nxe4 C42 :Classical Attack
      Qe2 C42 :Classical Attack, Lasker Variation
      Nc3 C42 :Nimzowitsch Attack
      c4 C42 :Kaufmann Attack
      d3 C42 :French Attack
      d4 d5 Bd3 C42 :Classical Attack, Main Line
       Bd6 C42 :Classical Attack, Marshall Variation
       Nc6 O-O Be7 C42 :Classical Attack, Jaenisch Variation
     Nc6 C42 :Stafford Gambit
    d4 C43 :Modern Attack
     exd4 e5 Ne4 Qxd4 C43 :Modern Attack, Steinitz Variation
     Nxe4 C43 :Modern Attack, Symmetrical Variation
      Bd3 d5 Nxe5 C43 :Modern Attack, Main Line
      Bd3 Nc6 C43 :Modern Attack, Murey Variation
   Nc6 C44 King's Pawn Game: Two Knights
    c3 C44 Ponziani Opening
     Nf6 C44 Ponziani Opening: Jaenisch Counterattack
     d5 C44 Ponziani Opening: Steinitz Variation
     f5 C44 Ponziani Opening: Ponziani Countergambit
    Be2 C44 Tayler Opening
    g3 C44 Konstantinopolsky Opening
    c4 C44 Dresden Opening
    Nxe5 C44 Irish Gambit
    d3 C44 King's Pawn Game: Inverted Philidor
    d4 C44 Scotch Game
     Nxd4 C44 :Lolli Variation
     exd4 Bb5 C44 :Relfsson Gambit
     exd4 c3 C44 :Göring Gambit
      dxc3 Nxc3 C44 :Göring Gambit Accepted
     exd4 Bc4 C44 :Scotch Gambit
      Bc5 C44 :Scotch Gambit, Haxo Gambit
      Nf6 C44 :Scotch Gambit, Dubois-Réti Defense
     exd4 Nxd4 C45 :Open Variation
      Qh4 C45 :Steinitz Variation
      Bc5 C45 :Classical Variation
       Be3 Qf6 c3 Nge7 C45 :Classical Variation, Main Line
       Nb3 C45 :Potter Variation
       Nxc6 Qf6 C45 :Classical Variation, Intermezzo Variation
      Nf6 C45 :Schmidt Variation
       Nxc6 bxc6 e5 C45 :Mieses Variation
       Nc3 Bb4 C47
    Nc3 C46 Three Knights Opening
     Bb4 C46 Three Knights Opening: Schlechter Variation
     g6 C46 Three Knights Opening: Steinitz Defense
      d4 exd4 Nxd4 C46 Three Knights Opening: Steinitz-Rosenthal Variation
     Nf6 C47 Four Knights Game
      g3 C47 :Glek System
      d4 C47 :Scotch Variation
       exd4 Nxd4 C47 :Scotch Variation Accepted
       exd4 Nd5 C47 :Belgrade Gambit
      a3 C47 :Gunsberg Variation
      Nxe5 C47 :Halloween Gambit
      Bc4 C47 :Italian Variation
      Bb5 C48 :Spanish Variation
       Nd4 C48 :Rubinstein Countergambit
       Bc5 C48 :Spanish Variation, Classical Variation
       a6 C48 :Ranken Variation
       Bb4 C49 :Double Spanish
        O-O O-O d3 d6 Bg5 C49 :Double Spanish, Symmetrical Variation
         Bxc3 C49 :Spanish Variation, Metger Unpin
    Bc4 C50 Italian Game
     Be7 C50 :Hungarian Defense
     d6 C50 :Semi-Italian Opening
     f5 C50 :Rousseau Gambit
     Nd4 C50 :Blackburne-Kostić Gambit
     Bc5 C50 :Giuoco Piano
      d3 C50 :Giuoco Pianissimo
       Nf6 Nc3 C50 :Giuoco Pianissimo, Four Knights Variation
        d6 Bg5 C50 :Giuoco Pianissimo, Canal Variation
      Bxf7+ C50 :Jerome Gambit
      d4 C50 :Rosentreter Gambit
      b4 C51 :Evans Gambit
       Bb6 C51 :Evans Gambit Declined
       Bxb4 c3 C51 :Evans Gambit Accepted
        Be7 C51 :Evans Gambit, Anderssen Defense
        Bc5 C51 :Evans Gambit, McDonnell Defense
        Ba5 C52 :Evans Gambit, Main Line
         d4 d6 Qb3 C52 :Evans Gambit, Tartakower Attack
         d4 exd4 O-O
          dxc3 C52 :Evans Gambit, Compromised Defense
      c3 C53 :Classical Variation
       Qe7 C53 :Classical Variation, Closed Variation
       Nf6 C53 :Classical Variation, Main Line
        d3 C54 :Classical Variation, Giuoco Pianissimo
        b4 C53 :Bird's Attack
        d4 exd4 C53 :Classical Variation, Center Attack
         cxd4 C54
          Bb4+ Bd2 C54 :Classical Variation, Anderssen Variation
          Bb4+ Nc3 C54 :Classical Variation, Greco Gambit
           Nxe4 O-O Bxc3 d5 C54 :Classical Variation, Moeller Attack
          Bb4+ Kf1 C54 :Classical Variation, Krakow Variation
     Nf6 C55 :Two Knights Defense
      d3 C55 :Two Knights Defense, Modern Bishop's Opening
      d4 C55 :Two Knights Defense, Open Variation
       exd4 O-O
        Bc5
         e5 C55 :Two Knights Defense, Max Lange Attack
        Nxe4 C56 :Two Knights Defense, Open Variation, Main Line
         Re1 d5 Bxd5 Qxd5 Nc3 C56 :Two Knights Defense, Canal Variation
       exd4 Ng5 C55 :Two Knights Defense, Perreux Variation
       exd4 e5 C56 :Two Knights Defense, Modern Attack
      Ng5 C57 :Two Knights Defense, Knight Attack
       Bc5 C57 :Two Knights Defense, Traxler Counterattack
       Nxe4 C57 :Two Knights Defense, Ponziani-Steinitz Gambit
       d5 exd5 Nxd5
        Nxf7 C57 :Two Knights Defense, Fried Liver Attack
        d4 C57 :Two Knights Defense, Lolli Attack
       d5 exd5 b5 C57 :Two Knights Defense, Ulvestad Variation
       d5 exd5 Nd4 C57 :Two Knights Defense, Fritz Variation
       d5 exd5 Na5 C58 :Two Knights Defense, Polerio Defense
        d3 C58 :Two Knights Defense, Kieseritzky Variation
        Bb5+ C58 :Two Knights Defense, Polerio Defense, Bishop Check Line
         c6 dxc6 bxc6 Qf3 C58 :Two Knights Defense, Bogoljubow Variation
         c6 dxc6 bxc6 Be2 h6 C59 :Two Knights Defense, Polerio Defense, Main Line
          Nh3 C59 :Two Knights Defense, Steinitz Variation
    Bb5 C60 Ruy Lopez
     Nge7 C60 :Cozio Defense
     g6 C60 :Fianchetto Defense
     g5 C60 :Brentano Gambit
     b6 C60 :Rotary-Albany Defense
     Nd4 C61 :Bird Variation
     d6 C62 :Steinitz Defense
     f5 C63 :Schliemann Defense
      Nc3 C63 :Schliemann Defense, Dyckhoff Variation
      d4 C63 :Schliemann Defense, Schönemann Attack
     Bc5 C64 :Classical Variation
      c3 C64 :Classical Variation, Central Variation
       f5 C64 :Cordel Gambit
       Nf6 C64 :Classical Defense, Benelux Variation
     Nf6 C65 :Berlin Defense
      d3 C65 :Berlin Defense, Anti-Berlin
       Ne7 C65 :Berlin Defense, Mortimer Variation
       Bc5 C65 :Berlin Defense, Kaufmann Variation
      O-O
       Bc5 C65 :Berlin Defense, Beverwijk Variation
       d6 C66 :Berlin Defense, Improved Steinitz Defense
       Nxe4 C67 :Berlin Defense, Rio Gambit Accepted
        d4 C67 :Berlin Defense, Open Line
         Be7 C67 :Berlin Defense, Rio de Janeiro Variation
         Nd6 Bxc6 dxc6 dxe5 Nf5 C67 :Berlin Defense, l'Hermet Variation
          Qxd8+ Kxd8 C67 :Berlin Defense, Berlin Wall Endgame
     a6 C60 :Morphy Defense
      Bxc6 C68 :Exchange Variation
       dxc6 C68 :Exchange Variation, Main Line
        Nc3 C68 :Exchange Variation, Keres Variation
        d4 exd4 Qxd4 C68 :Exchange Variation, Lasker Variation
        O-O C69 :Exchange Variation, Normal Variation
         f6 C69 :Exchange Variation, Gligorić Variation
         Qd6 C69 :Exchange Variation, Bronstein Variation
       bxc6 C68 :Exchange Variation, Lutikov Variation
      Ba4 C70 :Morphy Defense, Columbus Line
       b5 C70 :Morphy Defense, Caro Variation
        Bb3 Na5 C70 :Morphy Defense, Norwegian Variation
       Bc5 C70 :Morphy Defense, Classical Defense Deferred
       f5 C70 :Morphy Defense, Schliemann Defense Deferred
       Nge7 C70 :Morphy Defense, Cozio Defense Deferred
       g6 C70 :Morphy Defense, Fianchetto Defense Deferred
       d6 C71 :Morphy Defense, Modern Steinitz Defense
        c4 C71 :Morphy Defense, Duras Variation
        O-O C72
        Bxc6+ bxc6 d4 C73 :Morphy Defense, Modern Steinitz Defense, Richter Variation
        c3 C74
         f5 C74 :Morphy Defense, Siesta Variation
         Bd7 C75 :Morphy Defense, Modern Steinitz Defense, Rubinstein Variation
          d4 g6 C76 :Morphy Defense, Modern Steinitz Defense, Fianchetto Variation
       Nf6 C77
        d3 C77 :Morphy Defense, Anderssen Variation
         d6 c4 C77 :Morphy Defense, Duras Attack
        Qe2 C77 :Morphy Defense, Wormald Attack
        Bxc6 C77 :Morphy Defense, Treybal Variation
        Nc3 C77 :Morphy Defense, Tarrasch Variation
        d4 C77 :Morphy Defense, Mackenzie Variation
        O-O C78
         b5 Bb3 Bb7 C78 :Morphy Defense, Arkhangelsk Variation
         b5 Bb3 Bc5 C78 :Morphy Defense, Neo-Arkhangelsk Variation
         d6 C79 :Morphy Defense, Steinitz Deferred
          Bxc6+ bxc6 d4 Nxe4 C79 :Morphy Defense, Rubinstein Variation
         Nxe4 C80 :Open
          d4
           b5 Bb3 d5 dxe5 Be6 C80 :Open, Main Line
            Nbd2 C80 :Open, Bernstein Variation
            Qe2 C81 :Open, Howell Attack
            c3 C82
             Bc5 C82 :Open, Italian Variation
              Nbd2 O-O Bc2 Nxf2 C82 :Open, Dilworth Variation
             Be7 C83 :Open, Classical Defense
           exd4 C80 :Open, Riga Variation
         Be7 C84 :Closed
          d4 C84 :Closed, Center Attack
          d3 C84 :Closed, Martinez Variation
          Bxc6 dxc6 C85 :Closed, Delayed Exchange
          Qe2 C86 :Closed, Worrall Attack
          Re1
           d6 C87 :Closed, Averbakh Variation
           b5 Bb3 C88
            O-O
             a4 C88 :Closed, Anti-Marshall
             c3
              d5 C89 :Marshall Attack
               exd5 Nxd5 Nxe5 Nxe5 Rxe5 c6 C89 :Marshall Attack, Modern Main Line
            d6 c3 O-O C90 :Closed, Normal System
             d3 C90 :Closed, Pilnik Variation
             Bc2 C90 :Closed, Lutikov Variation
             d4 C91 :Closed, Bogoljubow Variation
             h3 C92 :Closed, Main Line
              Nd7 C92 :Closed, Karpov Variation
              Bb7 C92 :Closed, Flohr System
               d4 Re8 C92 :Closed, Zaitsev System
              Be6 C92 :Closed, Kholmov Variation
              a5 C92 :Closed, Keres Variation
              Qd7 C92 :Closed, Smyslov Queen Variation
              h6 C93 :Closed, Smyslov Defense
              Nb8 C94 :Closed, Breyer Defense
               d4 C95
                Nbd7 C95 :Closed, Breyer Defense, Zaitsev Hybrid
              Na5 C96 :Closed, Chigorin Defense
               Bc2 c5
                d4 Qc7 C97 :Closed, Chigorin Defense, Main Line
                 Nbd2 Nc6 C98
                  dxc5 C98 :Closed, Chigorin Defense, Rauzer Attack
                 Nbd2 cxd4 cxd4 C99 :Closed, Chigorin Defense, Panov System
)openings",
    R"openings(d4 A40 Queen's Pawn Game
 e5 A40 Englund Gambit
  dxe5 d6 A40 Englund Gambit: Hartlaub-Charlick Gambit
  dxe5 f6 A40 Englund Gambit: Soller Gambit
  dxe5 Nc6 Nf3 Qe7 A40 Englund Gambit: Main Line
 b5 A40 Polish Defense
 b6 A40 English Defense: Queen's Pawn
 Nc6 A40 Mikenas Defense
 g6 A40 Modern Defense: Queen's Pawn
 e6 A40 Horwitz Defense
  c4 Bb4+ A40 Keres Defense
  c4 b6 A40 English Defense
 d6 A41
  c4 e5 A41 Rat Defense: English Rat
  Nf3 Bg4 A41 Wade Defense
 c5 A43 Benoni Defense
  d5 A43 Old Benoni Defense
   f5 A43 Old Benoni: Mujannah Formation
   d6 A43 Old Benoni: Schmid Variation
   Nf6 A43 Old Benoni: Knight Variation
    Nf3 c4 A43 Old Benoni: Hawk Variation
   e5 A44 Semi-Benoni
  dxc5 A43 Benoni Defense: Benoni Gambit Accepted
 f5 A80 Dutch Defense
  Bg5 A80 :Hopton Attack
  g4 A80 :Krejcik Gambit
  Nc3 A80 :Raphael Variation
  h3 A80 :Korchnoi Attack
  Qd3 A80 :Alapin Variation
  g3 A81 :Fianchetto Attack
   Nf6 Bg2 g6 A81 :Leningrad Variation, Early Fianchetto
  e4 A82 :Staunton Gambit
   fxe4 Nc3 Nf6 A82 :Staunton Gambit Accepted
    f3 A82 :Blackmar's Second Gambit
    g4 A82 :Staunton Gambit, Tartakower Variation
    Bg5 A83 :Staunton Gambit, Main Line
     c6 A83 :Staunton Gambit, Chigorin Variation
     g6 A83 :Staunton Gambit, Lasker Variation
     b6 A83 :Staunton Gambit, Nimzowitsch Variation
  c4 A84
   e6 Nc3 A84 :Rubinstein Variation
   Nf6 Nc3 A85 :Queen's Knight Variation
   Nf6 g3 A86 :Fianchetto Variation
    g6 A86 :Leningrad Variation
     Bg2 Bg7 Nf3 A87 :Leningrad Variation, Main Line
      O-O O-O d6 Nc3 c6 A88 :Leningrad Variation, Warsaw Variation
      O-O O-O d6 Nc3 Nc6 A89 :Leningrad Variation, Matulović Variation
    e6 Bg2 A90 :Classical Variation
     Bb4+ A90 :Nimzo-Dutch Variation
     d5 Nf3 c6 A90 :Stonewall Variation, Modern
     Be7 A91
      Nf3 O-O A92
       O-O d5 A92 :Stonewall Variation
        b3 A93 :Stonewall Variation, Botvinnik Variation
         c6 Ba3 A94
        Nc3 c6 A95 :Stonewall Variation, Main Line
       O-O d6 A96 :Classical Variation, Main Line
        Nc3 Qe8 A97 :Classical Variation, Ilyin-Zhenevsky System
         Qc2 A98 :Classical Variation, Ilyin-Zhenevsky System, Alatortsev Line
         b3 A99 :Classical Variation, Ilyin-Zhenevsky System, Modern Main Line
       O-O Ne4 A92 :Alekhine Variation
 Nf6 A45 Indian Defense
  Bg5 A45 Trompowsky Attack
   Ne4 A45 :Edge Variation
    h4 A45 :Raptor Variation
   g6 A45 :Fianchetto Defense
   e6 A45 :Classical Defense
  e4 A45 Omega Gambit
  g4 A45 Gibbins-Weidenhagen Gambit
  Nc3
   d5 D00 Queen's Pawn Game: Chigorin Variation
    Bg5 D01 Richter-Veresov Attack
     Bf5 D01 :Richter-Veresov Attack, Classical Defense
     Ne4 D01 :Malich Gambit
    Bf4 D00 Jobava London System
  f3 A45 Paleface Attack
  Bf4 A45 Indian Defense: London System
  Nf3 A46 Indian Defense: Knights Variation
   b5 A46 Indian Defense: Polish Variation
   Ne4 A46 Indian Defense: Döry Defense
   d6 A46 Indian Defense: Spielmann-Indian
   b6 A47 Indian Defense: Queen's Indian Variation
   e6 Bg5 A46 Torre Attack
    c5 e4 A46 Torre Attack: Wagner Gambit
   e6 e3 A46 Yusupov-Rubinstein System
   e6 Bf4 A46 London System: Indian Variation
   e6 g3 A46 Indian Defense: Fianchetto Variation
   b6 e3 Bb7 Bd3 e6 A47
   c5 d5 b5 A43 Benoni Defense: Franco-Sicilian Countergambit
   g6 A48 East Indian Defense
    Bf4 A48 London System: King's Indian Variation
    Bg5 A48 Torre Attack: Fianchetto Defense
    Nc3
     d5 Bf4 D00 Barry Attack
    g3 A49 East Indian Defense: Przepiorka Variation
  c4 A50 Indian Defense: Normal Variation
   b6 A50 Indian Defense: Accelerated Queen's Indian
   Nc6 A50 Mexican Defense
   c6 A50 Slav Indian
   g5 A50 Indian Defense: Medusa Gambit
   e5 A51 Budapest Defense
    dxe5 Ne4 A51 :Fajarowicz Variation
     Qc2 A51 :Fajarowicz Variation, Steiner Variation
    dxe5 Ng4 A52 :Main Line
     e4 A52 :Alekhine Variation
     Nf3 A52 :Adler Variation
     Bf4 A52 :Rubinstein Variation
   d6 A53 Old Indian Defense
    Nc3 e5 A54 :Ukrainian Variation
     dxe5 A54 :Exchange Variation
    Nc3 Bf5 A53 :Janowski Variation
    Nc3 Nbd7
     e4 e5 Nf3 A55 :Normal Variation
   c5 A56 Benoni Defense: Indian
    d5 A56 Benoni Defense: Hromádka System
     d6 Nc3 g6 e4 A56 Benoni Defense: King's Indian System
     e5 A56 Czech Benoni Defense
     Ne4 A56 Vulture Defense
     b5 A57 Benko Gambit
      a4 A57 :Sosonko Variation
      Nd2 A57 :Knight Variation
      cxb5 a6 A57 :Main Line
       b6 A57 :Pawn Return
       e3 A57 :Modern Variation
       f3 A57 :Dlugy Variation
       Nc3 A57 :Zaitsev System
        axb5 e4 A57 :Nescafé Frappé Attack
       bxa6 A58 Benko Gambit Accepted
        Bxa6 Nc3 d6 A58 Benko Gambit Accepted: Main Line
         Nf3 g6 g3 A58 Benko Gambit Accepted: Fianchetto Variation
         e4 A59 Benko Gambit Accepted: King Walk Variation
          Bxf1 Kxf1 g6 g3 Bg7 Kg2 O-O Nf3 A59 Benko Gambit Accepted: King Walk Variation, Main Line
     e6 A60 Benoni Defense: Modern Variation
      Nc3 exd5 cxd5 d6
       Nf3 g6 A61
        Bg5 A61 Benoni Defense: Uhlmann Variation
        Nd2 A61 Benoni Defense: Knight's Tour Variation
        Bf4 A61 Benoni Defense: Kashdan Variation
        g3 A62 Benoni Defense: Fianchetto Variation
         Bg7 Bg2 O-O O-O Nbd7 A63 Benoni Defense: Fianchetto Variation, Hastings Defense
         Bg7 Bg2 O-O O-O a6 a4 Nbd7 Nd2 Re8 A64 Benoni Defense: Fianchetto Variation, Main Line
       e4 A65
        g6 f3 A65 Benoni Defense: Kapengut Variation
        g6 f4 A66 Benoni Defense: Pawn Storm Variation
         Bg7 e5 A66 Benoni Defense: Mikenas Variation
         Bg7 Bb5+ A67 Benoni Defense: Taimanov Variation
         Bg7 Nf3 O-O A68 Benoni Defense: Four Pawns Attack
          Be2 Re8 A69 Benoni Defense: Four Pawns Attack, Main Line
        g6 Nf3 A70 Benoni Defense: Classical Variation
         Bg7 Bg5 A71 Benoni Defense: Classical Variation, Averbakh-Grivas Attack
         Bg7 h3 A70 Benoni Defense: Classical Variation, New York Variation
         Bg7 Be2 O-O A72
          O-O A73 Benoni Defense: Classical Variation, Main Line
           a6 A74
            a4 Bg4 A75 Benoni Defense: Classical Variation, Argentine Counterattack
           Re8 A76 Benoni Defense: Classical Variation, Czerniak Defense
            Nd2 A77 Benoni Defense: Classical Variation, Czerniak Defense, Tal Line
             Na6 A78
              f3 A79 Benoni Defense: Classical Variation, Czerniak Defense, Main Line
   g6 E60 King's Indian Defense: Normal Variation
    f3 E60 Grünfeld Defense: Counterthrust Variation
    g3
     d5 D70 Neo-Grünfeld Defense
      Bg2 D70 Neo-Grünfeld Defense: Fianchetto
       Bg7 cxd5 Nxd5 e4 D71 Neo-Grünfeld Defense: Exchange Variation
        Nb6 Ne2 D72 Neo-Grünfeld Defense: Exchange Variation, Main Line
       Bg7 Nf3 D73
        O-O cxd5 Nxd5 O-O D74 Neo-Grünfeld Defense: Delayed Exchange Variation
         c5 D75
         Nb6 D76
        O-O O-O D77 Neo-Grünfeld Defense: Classical Variation
         c6 D78 Neo-Grünfeld Defense: Classical Variation, Original Defense
          cxd5 cxd5 D79 Neo-Grünfeld Defense: Ultra-Delayed Exchange Variation
    Nc3 E61 King's Indian Defense
     d5 D80 Grünfeld Defense
      Bg5 D80 :Stockholm Variation
      g4 D80 :Gibbon Gambit
      Na4 D80 :Zaitsev Gambit
      h4 D80 :Lutikov Variation
      Qb3 D81 :Accelerated Russian System
      Bf4 D82 :Brinckmann Attack
       Bg7 e3 O-O D83 :Brinckmann Attack, Grünfeld Gambit
        cxd5 Nxd5 Nxd5 Qxd5 Bxc7 D84 :Brinckmann Attack, Grünfeld Gambit Accepted
      cxd5 Nxd5 D85 :Exchange Variation
       Na4 D85 :Nadanian Attack
       e4 Nxc3 bxc3 Bg7 D85 :Exchange Variation, Main Line
        Nf3 D85 :Exchange Variation, Modern Exchange Variation
        Be3 D85 :Exchange Variation, Larsen Variation
        Bc4 D86 :Exchange Variation, Classical Variation
         b6 Qf3 D86 :Exchange Variation, Simagin's Lesser Variation
         O-O Ne2 Nc6 D86 :Exchange Variation, Simagin's Improved Variation
         O-O Ne2 c5 D87 :Exchange Variation, Spassky Variation
          O-O Nc6 Be3 Bg4 f3 Na5 Bxf7+ D87 :Exchange Variation, Seville Variation
          O-O Nc6 Be3 cxd4 cxd4 D88 :Exchange Variation, Spassky Variation, Main Line
           Bg4 f3 Na5 Bd3 Be6 D89 :Exchange Variation, Sokolsky Variation
      Nf3 D90 :Three Knights Variation
       Bg7 Qa4+ D90 :Flohr Variation
       Bg7 Bg5 D91 :Three Knights Variation, Petrosian System
       Bg7 Bf4 D92 :Three Knights Variation, Hungarian Attack
        O-O e3 D93 :Three Knights Variation, Hungarian Variation
       Bg7 e3 D94 :Three Knights Variation, Paris Variation
        O-O Be2 D94 :Three Knights Variation, Burille Variation
        O-O b4 D94 :Makogonov Variation
        O-O Bd3 D94 :Opocensky Variation
        O-O Qb3 D95 :Botvinnik Variation
       Bg7 Qb3 D96 :Russian Variation
        dxc4 Qxc4 O-O e4 D97 :Russian Variation, Accelerated
         a6 D97 :Russian Variation, Hungarian Variation
         Nc6 D97 :Russian Variation, Byrne Variation
         Na6 D97 :Russian Variation, Prins Variation
         Bg4 D98 :Russian Variation, Smyslov Variation
          Be3 Nfd7 Qb3 D99 :Russian Variation, Smyslov Variation, Main Line
     Bg7
      Nf3 O-O
       Bg5 E61 King's Indian Defense: Smyslov Variation
      g3 O-O Bg2 d6 Nf3 E62 King's Indian Defense: Fianchetto Variation
       c6 O-O Qa5 E62 King's Indian Defense: Fianchetto Variation, Kavalek Defense
       c6 O-O Bf5 E62 King's Indian Defense: Fianchetto Variation, Larsen Defense
       Nc6 E62 King's Indian Defense: Fianchetto Variation, Uhlmann-Szabo System
        O-O a6 E63 King's Indian Defense: Fianchetto Variation, Panno Variation
        O-O Bg4 E62 King's Indian Defense: Fianchetto Variation, Simagin Variation
       c5 E64 King's Indian Defense: Fianchetto Variation, Yugoslav Variation
        O-O E65
         Nc6 d5 E66 King's Indian Defense: Fianchetto Variation, Yugoslav Panno
       Nbd7 E67 King's Indian Defense: Fianchetto Variation, Debrecen Defense
        O-O e5 E67 King's Indian Defense: Fianchetto Variation, Classical Variation
         e4 E68 King's Indian Defense: Fianchetto Variation, Classical Fianchetto
          c6 h3 E69 King's Indian Defense: Fianchetto Variation, Classical Main Line
      e4 E70 King's Indian Defense: Center Variation
       d6
        Nge2 E70 King's Indian Defense: Kramer Variation
        Bg5 E70 King's Indian Defense: Accelerated Averbakh Variation
        h3 E71 King's Indian Defense: Makogonov Variation
         O-O Bg5 E71 King's Indian Defense: Karpov System
        g3 E72 King's Indian Defense: Pomar System
        Be2 E73 King's Indian Defense: Semi-Classical Variation
         O-O Be3 E73 King's Indian Defense: Semi-Classical Variation, Benko Attack
         O-O g4 E73 King's Indian Defense: Semi-Classical Variation, Bronstein Variation
         O-O Bg5 E73 King's Indian Defense: Averbakh Variation
          c5 E74 King's Indian Defense: Averbakh Variation, Benoni Defense
           d5 e6 E75 King's Indian Defense: Averbakh Variation, Modern Defense
          h6 E73 King's Indian Defense: Averbakh Variation, Geller Defense
        f4 E76 King's Indian Defense: Four Pawns Attack
         O-O Nf3
          Na6 E76 King's Indian Defense: Four Pawns Attack, Florentine Gambit Line
          c5 d5 E76 King's Indian Defense: Four Pawns Attack, Dynamic Attack
           e6 Be2 exd5 E77
            e5 E77 King's Indian Defense: Six Pawns Attack
            exd5 E77 King's Indian Defense: Four Pawns Attack, Strong Point
          c5 Be2 E78 King's Indian Defense: Four Pawns Attack, Fluid Attack
           cxd4 Nxd4 Nc6 E79 King's Indian Defense: Four Pawns Attack, Exchange Variation
        f3 E80 King's Indian Defense: Sämisch Variation
         O-O Be3 E81 King's Indian Defense: Sämisch Variation, Normal Defense
          c5 E81 King's Indian Defense: Sämisch Variation, Sämisch Gambit
          b6 E82 King's Indian Defense: Sämisch Variation, Double Fianchetto
          Nc6 E83 King's Indian Defense: Sämisch Variation, Panno Formation
           Nge2 a6 Qd2 Rb8 E84 King's Indian Defense: Sämisch Variation, Panno Main Line
          e5 E85 King's Indian Defense: Sämisch Variation, Orthodox Variation
           Nge2 c6 E86
           d5 E87 King's Indian Defense: Sämisch Variation, Closed Variation
            Nh5 Qd2 Qh4+ g3 Nxg3 E87 King's Indian Defense: Sämisch Variation, Bronstein Defense
            c6 E88
             Nge2 cxd5 E89 King's Indian Defense: Sämisch Variation, Closed Variation, Main Line
        Nf3 E90 King's Indian Defense: Knight Variation
         O-O h3 E90 King's Indian Defense: Larsen Variation
         O-O Bg5 E90 King's Indian Defense: Zinnowitz Variation
         O-O Be2 E91
          Na6 E91 King's Indian Defense: Kazakh Variation
          e5 E92 King's Indian Defense: Orthodox Variation
           Be3 E92 King's Indian Defense: Orthodox Variation, Gligorić-Taimanov System
           dxe5 E92 King's Indian Defense: Exchange Variation
           d5 E92 King's Indian Defense: Petrosian Variation
            a5 E92 King's Indian Defense: Petrosian Variation, Stein Defense
            Nbd7 E93 King's Indian Defense: Petrosian Variation, Main Line
           O-O E94
            Na6 E94 King's Indian Defense: Orthodox Variation, Glek Defense
            Nbd7 E94 King's Indian Defense: Orthodox Variation, Positional Defense
             Re1 E95
              c6 Bf1 a5 E96 King's Indian Defense: Orthodox Variation, Positional Defense, Main Line
            Nc6 E97 King's Indian Defense: Orthodox Variation, Aronin-Taimanov Defense
             b4 E97 King's Indian Defense: Orthodox Variation, Bayonet Attack
             d5 Ne7 E97 King's Indian Defense: Mar del Plata Variation
              b4 E97 King's Indian Defense: Mar del Plata Variation, Bayonet Attack
              Nd2 E97 King's Indian Defense: Mar del Plata Variation, Korchnoi Attack
              Ne1 E98 King's Indian Defense: Orthodox Variation, Classical System
               Nd7 f3 f5 E99
                g4 E99 King's Indian Defense: Orthodox Variation, Classical System, Benko Attack
   e6 E00
    g3 E00 Catalan Opening
     d5
      Bg2 E01 Catalan Opening: Closed
       dxc4 E01 Catalan Opening: Open Defense
        Qa4+ E02
         Nbd7 Qxc4 E03 Catalan Opening: Open Defense, Alekhine Variation
        Nf3 E04 Catalan Opening: Open Defense, Modern System
         Be7 E05
         c5 E04 Catalan Opening: Open Defense, Modern Sharp Variation
       Be7 Nf3 E06 Catalan Opening: Closed Variation
        O-O O-O
         Nbd7 E07 Catalan Opening: Closed Variation, Traditional
          Qc2 E08
           c6 Nbd2 E09 Catalan Opening: Closed Variation, Main Line
    Bg5 E00 Neo-Indian Attack
    Nf3 E10 Indian Defense: Anti-Nimzo-Indian
     c5 d5 b5 E10 Blumenfeld Countergambit
      Bg5 E10 Blumenfeld Countergambit: Duz-Khotimirsky Variation
      dxe6 fxe6 cxb5 E10 Blumenfeld Countergambit Accepted
     Ne4 E10 Döry Defense
     a6 E10 Dzindzi-Indian Defense
     Bb4+ E11 Bogo-Indian Defense
      Nbd2 E11 :Grünfeld Variation
      Bd2
       Qe7 E11 :Nimzowitsch Variation
       a5 E11 :Wade-Smyslov Variation
       c5 E11 :Vitolins Variation
       Bxd2+ E11 :Exchange Variation
      Nc3 E21 Nimzo-Indian Defense: Three Knights Variation
       b6 E21 Nimzo-Indian Defense: Three Knights Variation
       c5 d5 Ne4 E21 Nimzo-Indian Defense: Three Knights Variation, Euwe Variation
     b6 E12 Queen's Indian Defense
      Bf4 E12 :Miles Variation
      a3 E12 :Kasparov-Petrosian Variation
      Nc3 E12 :Kasparov Variation
       Bb7 Bg5 E12 :Kasparov Variation, Botvinnik Attack
        h6 Bh4 Bb4 E13 :Kasparov Variation, Main Line
      e3 E14 :Spassky System
       Bb7 Bd3 E14 :Spassky System, Main Line
      g3 E15 :Fianchetto Variation
       Ba6 E15 :Fianchetto Variation, Nimzowitsch Variation
        b3
         Bb4+ E15 :Fianchetto Variation, Check Variation
        b4 E15 :Fianchetto Variation, Sämisch-Buerger Line
       Bb7 Bg2 c5 E15 :Fianchetto Variation, Rubinstein Variation
       Bb7 Bg2 Bb4+ E16 :Capablanca Variation
        Bd2 a5 E16 :Yates Variation
        Bd2 Be7 E16 :Riumin Variation
       Bb7 Bg2 Be7 E17 :Classical Variation
        Nc3 Ne4 Bd2 E17 :Opocensky Variation
        Nc3 O-O Qc2 E17 :Euwe Variation
        O-O O-O Nc3 E18 :Classical Variation, Traditional Variation
         Ne4 Qc2 Nxc3 Qxc3 E19 :Classical Variation, Traditional Variation, Main Line
        O-O O-O d5 E17 :Classical Variation, Polugaevsky Gambit
    Nc3
     Bb4 E20 Nimzo-Indian Defense
      f3 E20 :Kmoch Variation
      g3 E20 :Romanishin Variation
      Qd3 E20 :Mikenas Attack
      Qb3 E22 :Spielmann Variation
       c5 dxc5 Nc6 E23 :Spielmann Variation, San Remo Variation
      a3 E24 :Sämisch Variation
       Bxc3+ bxc3 E24 :Sämisch Variation, Accelerated
        c5 f3 d5 cxd5 E25 :Sämisch Variation, Keres Variation
        c5 e3 E26
        O-O E27
         e3 E28
          c5 Bd3 Nc6 E29 :Sämisch Variation, Capablanca Variation
      Bg5 E30 :Leningrad Variation
       h6 Bh4 c5 d5 d6 E31 :Leningrad Variation, Benoni Defense
      Qc2 E32 :Classical Variation
       O-O a3 Bxc3+ Qxc3 b5 E32 :Classical Variation, Vitolins-Adorjan Gambit
       Nc6 E33 :Classical Variation, Zurich Variation
       d5 E34 :Classical Variation, Noa Variation
        cxd5 exd5 E35
        a3 E36
         Bxc3+ Qxc3 Nc6 E36 :Classical Variation, Noa Variation, Botvinnik Variation
         Bxc3+ Qxc3 Ne4 Qc2 E37 :Classical Variation, Noa Variation, Main Line
       c5 E38 :Classical Variation, Berlin Variation
        dxc5 O-O E39 :Classical Variation, Berlin Variation, Pirc Variation
      e3 E40
       Nc6 E40 :Taimanov Variation
       c5 E41
        Bd3 Nc6 Nf3 Bxc3+ bxc3 d6 E41 :Hübner Variation
        Nge2 E42 :Hübner Variation, Rubinstein Variation
       b6 E43 :Fischer Variation
        Nge2 E44 :Fischer Variation, Reshevsky Variation
         Ba6 E45 :Normal Variation, Bronstein Variation
       O-O E46
        Nge2 E46 :Reshevsky Variation
        Bd3 E47
         d5 E48
          a3 Bxc3+ bxc3 E49 :Normal Variation, Botvinnik System
        Nf3 E50
         d5 E51
          Bd3 b6 E52 :Normal Variation, Schlechter Defense
          Bd3 c5 E53 :Normal Variation, Gligorić System
           O-O dxc4 Bxc4 E54
            b6 E54 :Normal Variation, Karpov Variation
            Nbd7 E55 :Normal Variation, Gligorić System, Bronstein Variation
           O-O Nc6 E56
            a3 dxc4 Bxc4 cxd4 E57
            a3 Bxc3 bxc3 E58
             dxc4 Bxc4 E59 :Normal Variation, Gligorić System, Main Line
 d5 D00
  e4 D00 Blackmar-Diemer Gambit
   dxe4 Nc3
    Nf6 f3 D00 Blackmar-Diemer Gambit: Main Line
     exf3 Qxf3 D00 Blackmar-Diemer Gambit: Ryder Gambit
     exf3 Nxf3 D00 Blackmar-Diemer Gambit Accepted
      g6 D00 Blackmar-Diemer Gambit: Bogoljubow Variation
      e6 D00 Blackmar-Diemer Gambit: Euwe Defense
      Bg4 D00 Blackmar-Diemer Gambit: Teichmann Variation
      Bf5 D00 Blackmar-Diemer Gambit: Gunderam Defense
      c6 D00 Blackmar-Diemer Gambit: Ziegler Defense
  e3
   Nf6 Bd3 D00 Queen's Pawn Game: Stonewall Attack
  Bg5 D00 Queen's Pawn Game: Levitsky Attack
  Bf4 D00 Queen's Pawn Game: Accelerated London System
   c5 e4 D00 Queen's Pawn Game: Steinitz Countergambit
  g3 D00 Queen's Pawn Game: Fianchetto Attack
  f4 D00 Queen's Pawn Game: Mason Stonewall
  Nf3 D02 Queen's Pawn Game: Zukertort Variation
   Nc6 D02 Queen's Pawn Game: Chigorin Defense
   Nf6 D02 Queen's Pawn Game: Symmetrical Variation
    Bf4 D02 London System
    g3 D02 Queen's Pawn Game: Fianchetto System
    Bg5 D03 Queen's Pawn Game: Torre Attack
     e6 D03 Queen's Pawn Game: Torre Attack, Classical Defense
     g6 D03 Queen's Pawn Game: Torre Attack, Fianchetto
    e3 D04 Queen's Pawn Game: Colle System
     Bf5 D04 Queen's Pawn Game: Anti-Colle
     e6 D05 Queen's Pawn Game: Colle System, Main Line
      Bd3 c5 b3 D05 Queen's Pawn Game: Rubinstein Variation
      Bd3 c5 c3 D05 Queen's Pawn Game: Colle-Koltanowski System
       Nc6 Nbd2 D05 Queen's Pawn Game: Colle-Koltanowski System, Main Line
  c4 D06 Queen's Gambit
   Bf5 D06 Queen's Gambit Declined: Baltic Defense
   Nf6 D06 Queen's Gambit Declined: Marshall Defense
   c5 D06 Queen's Gambit Declined: Austrian Defense
   Nc6 D07 Queen's Gambit Declined: Chigorin Defense
    Nf3 Bg4 D07 Queen's Gambit Declined: Chigorin Defense, Main Line
    Nc3 dxc4 D07 Queen's Gambit Declined: Chigorin Defense, Janowski Variation
    cxd5 Qxd5 D07 Queen's Gambit Declined: Chigorin Defense, Exchange Variation
   e5 D08 Queen's Gambit Declined: Albin Countergambit
    dxe5 d4
     e3 Bb4+ Bd2 dxe3 D08 Queen's Gambit Declined: Albin Countergambit, Lasker Trap
     Nf3 Nc6 Nbd2 D08 Queen's Gambit Declined: Albin Countergambit, Alapin Variation
     Nf3 Nc6 g3 D09 Queen's Gambit Declined: Albin Countergambit, Fianchetto Variation
   dxc4 D20 Queen's Gambit Accepted
    e4 D20 :Central Variation
     e5 D20 :Central Variation, Rubinstein Defense
     Nc6 D20 :Central Variation, Modern Defense
     c5 D20 :Central Variation, Greco Variation
     Nf6 D20 :Central Variation, Alekhine System
     b5 D20 :Central Variation, McDonnell Defense
    e3 D20 :Old Variation
    Nc3 D20 :Saduleto Variation
    Qa4+ D20 :Schwartz Defense Line
    Nf3 D21 :Normal Variation
     a6 D22 :Alekhine Defense
      e3 Bg4 D22 :Alekhine Defense, Haberditz Variation
     b5 D21 :Godes Variation
     Nd7 D21 :Rosenthal Variation
     Nf6 D23
      Qa4+ D23 :Mannheim Variation
      Nc3 D24 :Showalter Variation
       a6 e4 D24 :Bogoljubow Defense
      e3 D25
       g6 D25 :Smyslov Variation
       Bg4 D25 :Janowski-Larsen Variation
       e6 D26 :Normal Variation, Traditional System
        Bxc4 c5 D26 :Classical Defense
         Qe2 a6 dxc5 D26 :Furman Variation
         O-O a6 D27 :Classical Defense, Main Line
          a4 D27 :Rubinstein Variation
          e4 D27 :Geller Variation
          Qe2 D28 :Classical Defense, Alekhine System
           b5 Bb3 D28 :Classical Defense, Alekhine System, Main Line
            Bb7 D29 :Classical Defense, Alekhine System, Smyslov Variation
   c6 D10 Slav Defense
    cxd5 D10 :Exchange Variation
    e4 D10 :Diemer Gambit
    Nc3
     e5 D10 :Winawer Countergambit
    Nf3 D11
     Nf6 e3 D11 :Quiet Variation
      Bf5 D12 :Quiet Variation, Schallopp Defense
     Nf6 cxd5 cxd5 D13
      Nc3 Nc6 Bf4 Bf5 D14
     Nf6 g3 D11 :Slav-Catalan
     Nf6 Nc3 D15 :Three Knights Variation
      Qb6 D15 :Süchting Variation
      g6 D15 :Schlechter Variation
      a6 D15 :Chebanenko Variation
      dxc4 D15 :Two Knights Attack
       e4 D15 :Geller Gambit
       e3 D15 :Alekhine Variation
       a4 D16 :Alapin Variation
        Na6 D16 :Smyslov Variation
        Bg4 D16 :Steiner Variation
        e6 D16 :Soultanbéieff Variation
        Bf5 D17 :Czech Variation
         Ne5 D17 :Czech Variation, Krause Attack
          Nbd7 Nxc4 Qc7 D17 :Czech Variation, Carlsbad Variation
         e3 D18 :Czech Variation, Dutch Variation
          e6 Bxc4 Bb4 D18 :Czech Variation, Classical System
           O-O O-O Qe2 D19 :Czech Variation, Classical System, Main Line
   e6 D30 Queen's Gambit Declined
    Nf3 D30 :Knight Variation
     c5 D30 :Tarrasch Defense, Pseudo-Tarrasch
     Nf6 Bg5 D30 :Capablanca Variation
     Nf6 g3 E01 Catalan Opening
    e4 D30 Queen's Gambit Declined: Diemer-Duhm Gambit
    Nc3 D31 :Queen's Knight Variation
     a6 D31 :Janowski Variation
     Be7 D31 :Charousek Variation
     c6 D31 Semi-Slav Defense: Triangle System
      e4 D31 Semi-Slav Defense: Marshall Gambit
       dxe4 Nxe4 Bb4+ Bd2 D31 Semi-Slav Defense: Marshall Gambit, Main Line
      Nf3 dxc4 D31 Semi-Slav Defense: Noteboom Variation
     c5 D32 Tarrasch Defense
      cxd5 exd5
       dxc5 d4 Na4 b5 D32 Tarrasch Defense: Tarrasch Gambit
       e4 D32 Tarrasch Defense: Marshall Gambit
       Nf3 Nc6 D32 Tarrasch Defense: Two Knights Variation
        g3 D33 Tarrasch Defense: Rubinstein System
         c4 D33 Tarrasch Defense: Swedish Variation
         Nf6 Bg2 Be7 D34 Tarrasch Defense: Prague Variation
          O-O O-O D34 Tarrasch Defense: Prague Variation, Normal Position
           Bg5 D34 Tarrasch Defense: Prague Variation, Main Line
           dxc5 Bxc5 D34 Tarrasch Defense: Prague Variation, Réti Variation
      cxd5 cxd4 D32 Tarrasch Defense: Schara Gambit
     Nf6 D35 :Normal Defense
      cxd5 D35 :Exchange Variation
       exd5 Bg5 D35 :Exchange Variation, Positional Variation
        c6 e3 D35 :Exchange Variation, Carlsbad Structure
        c6 Qc2 D36 :Exchange Variation, Reshevsky Variation
      Nf3 D37 :Three Knights Variation
       Be7 Bf4 D37 :Harrwitz Attack
       Nbd7 D37 :Barmen Variation
       Bb4 D38 :Ragozin Defense
        Bg5
         dxc4 D39 :Ragozin Defense, Vienna Variation
        cxd5 D38 :Ragozin Defense, Exchange Variation
        Qa4+ D38 :Ragozin Defense, Alekhine Variation
       c5 D40 Semi-Tarrasch Defense
        e3 Nc6 Bd3 D40 Semi-Tarrasch Defense: Symmetrical Variation
         Bd6 O-O O-O D40 Semi-Tarrasch Defense: Symmetrical Variation, Main Line
        cxd5 Nxd5 D41 Semi-Tarrasch Defense: Exchange Variation
         e4 D41 Semi-Tarrasch Defense: San Sebastian Variation
         e3 Nc6 Bd3 D42 Semi-Tarrasch Defense: Main Line
       c6 D43 Semi-Slav Defense
        Bg5
         h6 D43 Semi-Slav Defense: Moscow Variation
          Bxf6 Qxf6 D43 Semi-Slav Defense: Moscow Variation, Main Line
          Bh4 D43 Semi-Slav Defense: Anti-Moscow Gambit
         dxc4 D44
          e4 b5 D44 Semi-Slav Defense: Botvinnik System
           e5 h6 Bh4 g5 Nxg5 hxg5 Bxg5 D44 Semi-Slav Defense: Botvinnik System, Main Line
            Be7 D44 Semi-Slav Defense: Botvinnik System, Ekstrom Line
        e3 D45 Semi-Slav Defense: Normal Variation
         Nbd7 D45 Semi-Slav Defense: Main Line
          Qc2 D45 Semi-Slav Defense: Stoltz Variation
           Bd6 g4 D45 Semi-Slav Defense: Shabalov Attack
          Bd3 D46 Semi-Slav Defense: Bishop Variation
           Bb4 D46 Semi-Slav Defense: Romih Variation
           Bd6 D46 Semi-Slav Defense: Chigorin Defense
           dxc4 Bxc4 D47
            b5 D47 Semi-Slav Defense: Meran Variation
             Bd3 Bb7 D47 Semi-Slav Defense: Meran Variation, Wade Variation
             Bd3 b4 D47 Semi-Slav Defense: Meran Variation, Lundin Variation
             Bd3 a6 D48
              e4 c5
               d5 D48 Semi-Slav Defense: Meran Variation, Reynolds Variation
               e5 cxd4 Nxb5 D49 Semi-Slav Defense: Meran Variation, Blumenfeld Variation
                Nxe5 D49 Semi-Slav Defense: Meran Variation, Sozin Variation
                axb5 D49 Semi-Slav Defense: Meran Variation, Blumenfeld Main Line
      Bg5 D50 :Modern Variation
       c5
        cxd5 Qb6 D50 :Canal Variation
       Nbd7 D51
        Nf3 c6 e4 D51 :Alekhine Variation
        e3 Bb4 D51 :Manhattan Variation
        cxd5 exd5 Nxd5 D51 :Elephant Trap
        e3 c6 Nf3 Qa5 D52 :Cambridge Springs Defense
         Bxf6 D52 :Cambridge Springs Defense, Capablanca Variation
         Nd2 Bb4 Qc2 O-O D52 :Cambridge Springs Defense, Argentine Variation
         Nd2 dxc4 D52 :Cambridge Springs Defense, Rubinstein Variation
       Be7 D53
        e3 O-O
         Rc1 D54 :Anti-Neo-Orthodox Variation
         Nf3 D55
          h6 Bxf6 Bxf6 D55 :Neo-Orthodox Variation
          h6 Bh4 D55 :Neo-Orthodox Variation, Main Line
           Ne4 D56 :Lasker Defense
            Bxe7 Qxe7 cxd5 Nxc3 bxc3 D57 :Lasker Defense, Main Line
           b6 D58 :Tartakower Defense
            cxd5 Nxd5 D59 :Tartakower Defense, Exchange Variation
          Ne4 D55 :Anti-Tartakower Lasker Defense
          Nbd7 D60 :Orthodox Defense
           Qb3 D60 :Orthodox Defense, Rauzer Variation
           Bd3 D60 :Orthodox Defense, Botvinnik Variation
           Qc2 D61 :Orthodox Defense, Rubinstein Variation
            c5 cxd5 D62
           Rc1 D63
            a6 D63 :Orthodox Defense, Swiss Variation
            b6 D63 :Orthodox Defense, Pillsbury Variation
            c6 Qc2 D64 :Orthodox Defense, Rubinstein Attack
             a6 cxd5 D65 :Orthodox Defense, Rubinstein Attack, Carlsbad Variation
            c6 Bd3 D66
             dxc4 Bxc4 Nd5 D67 :Orthodox Defense, Capablanca Variation
              h4 D67 :Orthodox Defense, Janowski Variation
              Bxe7 Qxe7 Ne4 D67 :Orthodox Defense, Alekhine Variation
              Bxe7 Qxe7 O-O Nxc3 Rxc3 e5 D68 :Orthodox Defense, Classical Variation
               Qb1 D68 :Orthodox Defense, Maroczy Variation
               Qc2 D68 :Orthodox Defense, Vidmar Variation
               dxe5 Nxe5 Nxe5 Qxe5 D69 :Orthodox Defense, Classical Variation, Main Line
)openings",
    R"openings(a3 A00 Anderssen's Opening
a4 A00 Ware Opening
h3 A00 Clemenz Opening
h4 A00 Kadas Opening
f3 A00 Barnes Opening
 e5 Kf2 A00 Hammerschlag
c3 A00 Saragossa Opening
d3 A00 Mieses Opening
e3 A00 Van't Kruijs Opening
Na3 A00 Sodium Attack
Nh3 A00 Amar Opening
 d5 g3 e5 f4 A00 Amar Gambit
Nc3 A00 Van Geet Opening
 d5 e4 A00 Van Geet Opening: Dunst-Perrenet Gambit
 c5 A00 Van Geet Opening: Sicilian Two Knights
g4 A00 Grob Opening
 d5 Bg2 A00 Grob Opening: Grob Attack
  Bxg4 c4 A00 Grob Opening: Grob Gambit
 d5 h3 A00 Grob Opening: Spike Line
g3 A00 Hungarian Opening
 d5 Bg2 e5 A00 Hungarian Opening: Reversed Modern Defense
b4 A00 Polish Opening
 e5 Bb2
  Bxb4 A00 Polish Opening: Exchange Variation
 c6 A00 Polish Opening: Outflank Variation
 Nh6 A00 Polish Opening: Tuebingen Variation
b3 A01 Nimzo-Larsen Attack
 e5 A01 :Modern Variation
 d5 A01 :Classical Variation
 Nf6 A01 :Indian Variation
 c5 A01 :English Variation
 f5 A01 :Dutch Variation
 b5 A01 :Polish Variation
 b6 A01 :Symmetrical Variation
f4 A02 Bird Opening
 e5 A02 :From's Gambit
  fxe5 d6 exd6 Bxd6 A02 :From's Gambit Accepted
   Nf3 g5 A02 :From's Gambit, Lasker Variation
 g5 A02 :Hobbs Gambit
 d5 A03 :Dutch Variation
  Nf3 Nf6 e3 A03 :Lasker Variation
  c4 A03 :Mujannah Variation
  e4 A03 :Williams Gambit
Nf3 A04 Zukertort Opening
 f5 A04 Zukertort Opening: Dutch Variation
  e4 A04 Zukertort Opening: Lisitsyn Gambit
 Nc6 A04 Zukertort Opening: Black Mustang Defense
 e6 A04 Zukertort Opening: Quiet System
 g6 A04 Zukertort Opening: Kingside Fianchetto
 e5 A04 Zukertort Opening: Ross Gambit
 b6 A04 Zukertort Opening: Queenside Fianchetto
 Nf6 A05 Zukertort Opening: Indian Variation
  g3 A05 King's Indian Attack
   b5 A05 King's Indian Attack: Spassky Variation
   g6 A05 King's Indian Attack: Symmetrical Defense
  b4 A05 Zukertort Opening: Santasiere's Folly, Indian
 d5 A06 Zukertort Opening: Queen's Pawn Defense
  b3 A06 Zukertort Opening: Nimzo-Larsen Variation
  e4 A06 Zukertort Opening: Tennison Gambit
  b4 A06 Zukertort Opening: Santasiere's Folly
  e3 A06 Zukertort Opening: Old Indian Attack
  g3 A07
   Bg4 A07 King's Indian Attack: Keres Variation
   Nf6 Bg2 c6 A07 King's Indian Attack: Yugoslav Variation
   c5 Bg2 A08 King's Indian Attack: Sicilian Variation
    Nc6 O-O e6 d3 A08 King's Indian Attack: French Variation
  c4 A09 Réti Opening
   dxc4 A09 Réti Opening: Réti Accepted
    e3 Be6 A09 Réti Opening: Keres Variation
   d4 A09 Réti Opening: Advance Variation
    b4 A09 Réti Opening: Michel Gambit
   c6 A11 Réti Opening: Anglo-Slav Variation
    b3 A12 Réti Opening: Anglo-Slav Variation, Double Fianchetto
     Nf6 g3 A12 Réti Opening: Anglo-Slav Variation, Bogoljubow System
      Bf5 Bg2 A12 Réti Opening: Anglo-Slav Variation, London Defensive System
    g3 A11 Réti Opening: Anglo-Slav Variation, Gurevich System
   e6 A13 Réti Opening: Réti Gambit
    g3 Nf6 Bg2 Be7 O-O O-O A14 Réti Opening: Neo-Catalan Declined
    b3 Nf6 Bb2 A13 Réti Opening: Wimpy System
c4 A10 English Opening
 f5 A10 :Anglo-Dutch Defense
 g6 A10 :Great Snake Variation
 b6 A10 :Anglo-Queen's Fianchetto
 b5 A10 :Jaenisch Gambit
 g5 A10 :Myers Variation
 d5 A10 :Anglo-Scandinavian Defense
 c6 A11 :Caro-Kann Defensive System
 e6 A13 :Agincourt Defense
  Nf3 d5 g3 A13 :Neo-Catalan
   Nf6 Bg2 dxc4 A13 :Neo-Catalan Accepted
   Nf6 Bg2 Be7 A14 :Neo-Catalan Declined
   c6 A13 :Agincourt Defense, Kurajica Defense
 Nf6 A15 :Anglo-Indian Defense
  Nf3 A15 :Anglo-Indian Defense, King's Knight Variation
   b6 A15 :Anglo-Indian Defense, Queen's Indian Formation
   g6 b4 A15 :Anglo-Indian Defense, Old Indian Formation
   b5 A15 :Anglo-Indian Defense, Polish Variation
  b4 A15 :Orangutan Defense
  Nc3 A16 :Anglo-Indian Defense, Queen's Knight Variation
   d5 A16 :Anglo-Indian Defense, Anglo-Grünfeld Variation
    cxd5 Nxd5 g3 g6 Bg2 Nxc3
     bxc3 A16 :Anglo-Indian Defense, Smyslov Variation
    cxd5 Nxd5 g3 g6 Bg2 Nb6 A16 :Anglo-Indian Defense, Czech Defense
    cxd5 Nxd5 Nf3 g6 Qa4+ A16 :Anglo-Indian Defense, Korchnoi Variation
   e6 A17 :Anglo-Indian Defense, Hedgehog System
    Nf3 Bb4 A17 :Anglo-Indian Defense, Nimzo-English
    Nf3 b6 A17 :Anglo-Indian Defense, Queen's Indian System
    e4 A18 :Mikenas-Carls Variation
     Nc6 A18 :Mikenas-Carls Variation, Kevitz Defense
     c5 A19 :Mikenas-Carls Variation, Sicilian
 e5 A20 :King's English Variation
  Nf3 A20 :King's English Variation, Nimzowitsch Variation
   e4 A20 :King's English Variation, Nimzowitsch-Flohr Variation
  g3 A20 :King's English Variation, Fianchetto
  Nc3 A21 :King's English Variation, Reversed Sicilian
   d6 Nf3 Bg4 A21 :King's English Variation, Smyslov Defense
   d6 g3 c6 A21 :King's English Variation, Keres Defense
   d6 g3 Be6 Bg2 Nc6 A21 :King's English Variation, Tröger Defense
   Bb4 A21 :King's English Variation, Kramnik-Shirov Counterattack
   f5 A21 :King's English Variation, Dutch Reversed
   Nf6 A22 :King's English Variation, Two Knights Variation
    g3 A22 :Carls-Bremen System
     c6 A23 :King's English Variation, Two Knights Variation, Keres Variation
     g6 A24
     Bb4 A22 :King's English Variation, Two Knights Variation, Smyslov System
     d5 A22 :King's English Variation, Two Knights Variation, Reversed Dragon
    Nf3 e4
     Ng5 b5 A22 :Bellon Gambit
   Nc6 A25 :King's English Variation, Reversed Closed Sicilian
    g3 g6 Bg2 Bg7 A25 :Closed, Double Fianchetto
     e3 d6 Nge2 Nh6 A25 :Closed, Taimanov Variation
     e3 d6 Nge2 Be6 A25 :Closed, Hort Variation
     d3 d6 A26
      e4 A26 :Botvinnik System
    Nf3 A27 :King's English Variation, Three Knights System
     Nf6 A28 :King's English Variation, Four Knights Variation
      d4 e4 A28 :King's English Variation, Bradley Beach Variation
      d4 exd4 Nxd4 Bb4 Bg5 h6 Bh4 Bxc3+ bxc3 Ne5 A28 :King's English Variation, Nenarokov Variation
      e4 A28 :King's English Variation, Nimzowitsch Four Knights
      e3
       Bb4 Qc2 Bxc3 A28 :King's English Variation, Romanishin Variation
      a3 A28 :King's English Variation, Marini Variation
      d3 A28 :King's English Variation, Capablanca-Botvinnik Variation
      g3 A29
 c5 A30 :Symmetrical Variation
  Nf3 Nf6
   g3 b6 Bg2 Bb7 O-O e6 A30 :Symmetrical Variation, Hedgehog Defense
    Nc3 Be7 d4 cxd4 Qxd4 A30 :Symmetrical Variation, Hedgehog, Flexible Formation
   d4 A31 :Symmetrical Variation, Anti-Benoni
    cxd4 Nxd4 e6 A32 :Symmetrical Variation, Anti-Benoni, Spielmann Defense
     Nc3 Nc6 A33 :Symmetrical Variation, Anti-Benoni, Four Knights
      g3 Qb6 A33 :Symmetrical Variation, Anti-Benoni Variation, Geller Variation
  Nc3 A34 :Symmetrical Variation, Normal Variation
   Nf6
    Nf3 A34 :Symmetrical Variation, Three Knights Variation
    g3 d5 cxd5 Nxd5 Bg2 Nc7 A34 :Symmetrical Variation, Rubinstein System
   Nc6 A35 :Symmetrical Variation, Two Knights Variation
    Nf3 Nf6 A35 :Symmetrical Variation, Four Knights Variation
    g3 A36 :Symmetrical Variation, Fianchetto Variation
     g6 A36 :Symmetrical Variation, Symmetrical Fianchetto
      Bg2 Bg7 e4 A36 :Symmetrical Variation, Botvinnik System
      Bg2 Bg7 Nf3 A37
       e5 A37 :Symmetrical Variation, Botvinnik System Reversed
       Nf6 A38
        O-O O-O b3 A38 :Symmetrical Variation, Double Fianchetto
        O-O O-O d4 A39 :Symmetrical Variation, Mecking Variation
)openings",
};

}  // namespace kibitz::detail
